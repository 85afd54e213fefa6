-- Purchases of before that are collected get their place, as those that the previous release goes on placing.

with piece as (
  select id from purchases
  where pick_up_at is null and delivery ->> 'pickUpAt' is not null
  order by id limit 1000 for update
)
update purchases set pick_up_at = delivery ->> 'pickUpAt' from piece where purchases.id = piece.id;

-- [repeat]
