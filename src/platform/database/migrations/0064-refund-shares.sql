-- A refund of several orders of one purchase, made at the card provider or of money that came too late: what is whose.
-- A refund without rows here is all of its order_id.

create table refund_shares (
  refund_id uuid not null references refunds,
  order_id uuid not null references orders,
  amount_cents integer not null check (amount_cents > 0),
  primary key (refund_id, order_id)
);
create index refund_shares_of_order on refund_shares (order_id);
