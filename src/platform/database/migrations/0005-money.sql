-- The whole life of a payment: orders that expire, refunds, disputes, tries that were declined, the provider's events, and
-- the two ledgers. A ledger's row is only ever added, and the present state of stock and money can be recomputed from them.

alter table orders add column expires_at timestamptz;
-- nobody loses an old unpaid order without having been told for how long it is kept
update orders set expires_at = case when state = 'unpaid' then now() else placed_at end + interval '24 hours';
alter table orders alter column expires_at set not null;
alter table orders add column refunded_cents integer not null default 0; -- of the payment that settled it
alter table orders add check (refunded_cents between 0 and total_cents);
create index orders_to_expire on orders (expires_at) where state = 'unpaid';

alter table payments drop constraint payments_status_check;
alter table payments add check (status in ('open', 'succeeded', 'cancelled', 'late')); -- late: its money goes back
alter table payments add column asked_at timestamptz; -- when the provider was last asked about it by the shop itself
create index payments_of_order on payments (order_id);

create table payment_attempts (
  id uuid primary key,
  payment_id uuid not null references payments,
  provider_id text not null unique, -- of the charge; of the payment method where authentication kept it from a charge
  outcome text not null check (outcome in ('declined', 'succeeded')),
  code text, -- the provider's, of a decline
  reason text, -- the provider's sentence, of a decline
  tried_at timestamptz not null
);
create index payment_attempts_of_payment on payment_attempts (payment_id);

create table refunds (
  id uuid primary key, -- also the idempotency key towards the provider
  order_id uuid not null references orders,
  payment_id uuid not null references payments,
  provider_id text unique, -- null until the provider has answered
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  returned_units integer not null check (returned_units >= 0), -- back in the stock once it has succeeded
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  failure text, -- why it failed
  requested_by uuid references people, -- null: the shop itself, or somebody at the provider
  created_at timestamptz not null,
  succeeded_at timestamptz, -- stays when it fails afterwards
  failed_at timestamptz,
  updated_at timestamptz not null,
  check ((status = 'failed') = (failed_at is not null)),
  check (status <> 'succeeded' or succeeded_at is not null)
);
create index refunds_of_order on refunds (order_id, id);
create index refunds_by_status on refunds (status, id desc);

create table disputes (
  id uuid primary key,
  order_id uuid not null references orders,
  payment_id uuid not null references payments,
  provider_id text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null, -- the provider's word
  status text not null, -- the provider's word
  respond_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  updated_at timestamptz not null
);
create index disputes_of_order on disputes (order_id);
create index open_disputes on disputes (id desc) where closed_at is null;

create table webhook_events ( -- each event of the provider counts once
  id text primary key, -- the provider's
  type text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null
);

create table event_cursors ( -- up to when all events of a provider have been taken in
  provider text primary key,
  caught_up_to timestamptz not null
);

create table stock_movements (
  id uuid primary key,
  part_id uuid not null references parts,
  order_id uuid references orders,
  units integer not null check (units <> 0), -- positive: into the stock
  reason text not null check (reason in ('opening', 'edit', 'order', 'cancel', 'expiry', 'return')),
  moved_at timestamptz not null,
  check ((order_id is not null) = (reason in ('order', 'cancel', 'expiry', 'return')))
);
create index stock_movements_of_part on stock_movements (part_id);
create index stock_movements_of_order on stock_movements (order_id) where order_id is not null;

create table money_movements (
  id uuid primary key,
  order_id uuid not null references orders,
  payment_id uuid not null references payments,
  kind text not null
    check (kind in ('charge', 'refund', 'refund-failure', 'dispute-withdrawal', 'dispute-reinstatement')),
  provider_id text not null, -- of the payment, the refund or the dispute
  amount_cents integer not null, -- positive: to the shop
  moved_at timestamptz not null,
  unique (kind, provider_id),
  check ((kind in ('charge', 'refund-failure', 'dispute-reinstatement') and amount_cents > 0) or
         (kind in ('refund', 'dispute-withdrawal') and amount_cents < 0))
);
create index money_movements_of_order on money_movements (order_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The rows of % are only ever added to.', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger only_added_to before update or delete or truncate on stock_movements
  for each statement execute function refuse_change();
create trigger only_added_to before update or delete or truncate on money_movements
  for each statement execute function refuse_change();

-- What a shop has sold before: each part began with its stock and what its live orders hold.

insert into stock_movements (id, part_id, units, reason, moved_at)
select gen_random_uuid(), id, units, 'opening', created_at
from (
  select id, created_at, stock + coalesce((
    select sum(quantity) from orders
    where part_id = parts.id and state in ('unpaid', 'paid', 'shipped', 'delivered')), 0) as units
  from parts) opened
where units > 0;

insert into stock_movements (id, part_id, order_id, units, reason, moved_at)
select gen_random_uuid(), part_id, id, -quantity, 'order', placed_at
from orders where state in ('unpaid', 'paid', 'shipped', 'delivered');

-- what was cancelled has gone out and come back
insert into stock_movements (id, part_id, order_id, units, reason, moved_at)
select gen_random_uuid(), part_id, id, -quantity, 'order', placed_at
from orders where state in ('cancelled', 'expired');
insert into stock_movements (id, part_id, order_id, units, reason, moved_at)
select gen_random_uuid(), part_id, id, quantity, case state when 'cancelled' then 'cancel' else 'expiry' end, updated_at
from orders where state in ('cancelled', 'expired');

insert into money_movements (id, order_id, payment_id, kind, provider_id, amount_cents, moved_at)
select gen_random_uuid(), order_id, id, 'charge', provider_id, amount_cents, updated_at
from payments where status = 'succeeded' and provider_id is not null;
