-- Every order is in a purchase now.

alter table orders alter column purchase_id set not null;

-- what the previous release inserts gets its purchase from a trigger before this is checked
insert into schema_releases (migration, oldest_release) values ('0062-no-order-without-purchase', '0.2.0');
