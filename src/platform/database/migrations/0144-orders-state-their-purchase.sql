-- Since release 0.3.0 whoever places an order states its purchase.

drop trigger put_into_purchase on orders;
drop function put_order_into_purchase;

insert into schema_releases (migration, oldest_release) values ('0144-orders-state-their-purchase', '0.3.0');
