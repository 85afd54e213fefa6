-- Orders of before become purchases of one, under their own ids, as those that the previous release goes on placing.

insert into purchases (id, buyer_id, placed_at) select id, buyer_id, placed_at from orders where purchase_id is null;
update orders set purchase_id = id where purchase_id is null;
