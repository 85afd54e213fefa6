-- Where an order goes may be put right until it is shipped: each correction is a row; `orders` has the latest.

create table address_corrections ( -- only ever added to
  id uuid primary key,
  order_id uuid not null references orders,
  before text not null, -- the lines of the address and the phone number
  after text not null,
  corrected_by uuid not null references people,
  corrected_at timestamptz not null
);
create index address_corrections_of_order on address_corrections (order_id, corrected_at);
create trigger only_added_to before update or delete or truncate on address_corrections
  for each statement execute function refuse_change();
