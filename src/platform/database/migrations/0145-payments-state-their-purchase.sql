-- Since release 0.3.0 whoever starts a payment states its purchase, of which at most one payment is open and one has succeeded.

drop trigger put_into_purchase on payments;
drop function put_payment_into_purchase;
drop index one_open_payment_per_order, one_succeeded_payment_per_order, payments_of_order;

insert into schema_releases (migration, oldest_release) values ('0145-payments-state-their-purchase', '0.3.0');
