-- Orders of before become purchases of one, under their own ids, as those that the previous release goes on placing.

with piece as (
  select id, buyer_id, placed_at from orders where purchase_id is null order by id limit 1000 for update
), added as (
  insert into purchases (id, buyer_id, placed_at) select id, buyer_id, placed_at from piece
)
update orders set purchase_id = piece.id from piece where orders.id = piece.id;

-- [repeat]

-- A payment belongs to a purchase. Its order_id is the order that it names to the provider.
alter table payments add column purchase_id uuid references purchases;
create index payments_of_purchase on payments (purchase_id, id);

-- the previous release starts payments of orders; of one order among several it must not
create function put_payment_into_purchase() returns trigger language plpgsql as $$
begin
  select purchases.id into strict new.purchase_id
  from orders join purchases on purchases.id = orders.purchase_id
  where orders.id = new.order_id and order_count = 1;
  return new;
end $$;
create trigger put_into_purchase before insert on payments
  for each row when (new.purchase_id is null) execute function put_payment_into_purchase();
