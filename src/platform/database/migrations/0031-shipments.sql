-- How an order travels may be told, or put right, after it has left: each telling is a row; `orders` has the latest.

create table shipment_details ( -- only ever added to: carrier and tracking number as an administrator gave them
  id uuid primary key,
  order_id uuid not null references orders,
  carrier text check (char_length(carrier) <= 100), -- null, like the tracking number: there is none, or none any more
  tracking text check (char_length(tracking) <= 100),
  told_by uuid not null references people,
  told_at timestamptz not null
);
create index shipment_details_of_order on shipment_details (order_id, told_at);
create trigger only_added_to before update or delete or truncate on shipment_details
  for each statement execute function refuse_change();

-- until now both were told when the order was shipped, and never again
insert into shipment_details (id, order_id, carrier, tracking, told_by, told_at)
select gen_random_uuid(), orders.id, carrier, tracking, actor_id, moved_at
from orders join order_moves on order_id = orders.id and to_state = 'shipped'
where actor_id is not null;
