-- A payment belongs to a purchase. Its order_id is the order that it names to the provider.

alter table payments add column purchase_id uuid references purchases;
update payments set purchase_id = orders.purchase_id from orders where orders.id = order_id;
alter table payments alter column purchase_id set not null;

create index payments_of_purchase on payments (purchase_id, id);
create unique index one_open_payment_per_purchase on payments (purchase_id) where status = 'open';
create unique index one_succeeded_payment_per_purchase on payments (purchase_id) where status = 'succeeded';

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

insert into schema_releases (migration, oldest_release) values ('0063-payments-of-purchases', '0.2.0');
