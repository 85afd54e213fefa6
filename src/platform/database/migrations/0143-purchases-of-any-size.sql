-- Only release 0.2.0, which may not run any more, had to be kept from purchases of several orders or with a price of
-- delivery; whoever places one states where it is collected.

drop trigger require_release on purchases;
drop trigger require_release_with_delivery on purchases;
drop trigger fill_pick_up_place on purchases;
drop function require_release_with_purchases, require_release_with_delivery, fill_pick_up_place;

insert into schema_releases (migration, oldest_release) values ('0143-purchases-of-any-size', '0.3.0');
