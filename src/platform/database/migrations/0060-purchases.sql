-- A purchase is one or more orders that one buyer placed together and pays with one payment. Every order is in one.

create table purchases (
  id uuid primary key,
  buyer_id uuid not null references people,
  order_count integer not null default 1 check (order_count between 1 and 50), -- fixed when it is placed
  placed_at timestamptz not null
);
create index purchases_of_buyer on purchases (buyer_id, id desc);

alter table orders add column purchase_id uuid references purchases;
create index orders_of_purchase on orders (purchase_id, id);

-- the previous release places orders without a purchase: each becomes a purchase of one, under its own id
create function put_order_into_purchase() returns trigger language plpgsql as $$
begin
  insert into purchases (id, buyer_id, placed_at) values (new.id, new.buyer_id, new.placed_at);
  new.purchase_id := new.id;
  return new;
end $$;
create trigger put_into_purchase before insert on orders
  for each row when (new.purchase_id is null) execute function put_order_into_purchase();

-- the previous release knows no purchase of several orders: from the first one on it may not start; also after a restore
create function require_release_with_purchases() returns trigger language plpgsql as $$
begin
  insert into schema_releases (migration, oldest_release) select '0060-purchases', '0.3.0' on conflict do nothing;
  return null;
end $$;
create trigger require_release after insert on purchases
  for each row when (new.order_count > 1) execute function require_release_with_purchases();
