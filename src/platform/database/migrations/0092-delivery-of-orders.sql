-- Each order bears a part of its purchase's price of delivery, so that what is paid and refunded is that of its orders.

alter table orders
  add column delivery_cents integer not null default 0 check (delivery_cents >= 0);

-- rows of before were within less, so that none has to be read
alter table orders
  drop constraint orders_check2,
  add constraint refunds_within_total
    check (refunded_cents between 0 and total_cents + delivery_cents) not valid;

insert into schema_releases (migration, oldest_release) values ('0092-delivery-of-orders', '0.2.0');
