-- A refund is of the orders of its lines.

drop trigger add_refund_line on refunds;
drop function add_refund_line;
alter table refunds
  drop column order_id,
  drop column returned_units;

insert into schema_releases (migration, oldest_release) values ('0191-refunds-without-order', '0.4.0');
