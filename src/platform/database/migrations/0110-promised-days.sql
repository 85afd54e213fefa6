-- The last promised day of delivery, with the order: late ones are counted and listed by it.

alter table orders add column promised_by text collate "C"; -- as 2026-11-25; null: nothing was promised
create index orders_by_promise on orders (promised_by) where state in ('paid', 'shipped');

-- the previous release promises nothing, so of its purchases there are none
update orders set promised_by = delivery ->> 'to'
  from purchases
  where purchases.id = purchase_id and delivery is not null and state in ('unpaid', 'paid', 'shipped');
