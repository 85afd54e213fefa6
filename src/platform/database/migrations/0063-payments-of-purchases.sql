-- Payments of before are of the purchases that their orders are in.

with piece as (
  select id, order_id from payments where purchase_id is null order by id limit 1000 for update
)
update payments set purchase_id = orders.purchase_id
from piece join orders on orders.id = piece.order_id
where payments.id = piece.id;

-- [repeat]

alter table payments alter column purchase_id set not null;
create unique index one_open_payment_per_purchase on payments (purchase_id) where status = 'open';
create unique index one_succeeded_payment_per_purchase on payments (purchase_id) where status = 'succeeded';

insert into schema_releases (migration, oldest_release) values ('0063-payments-of-purchases', '0.2.0');
