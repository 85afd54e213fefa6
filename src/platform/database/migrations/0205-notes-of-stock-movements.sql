-- What an administrator says of units that come or go without an order.

alter table stock_movements add column note text;
