-- What people and visitors mean to buy. A basket holds nothing from the stock.

create table baskets (
  id uuid primary key, -- random: a visitor's browser proves with it that the basket is its own
  person_id uuid unique references people on delete cascade, -- null: a visitor's
  merged_at timestamptz, -- when a visitor's basket was put into this one; null after the next change
  left_out integer not null default 0 check (left_out >= 0), -- lines that this merge had no place for
  used_at timestamptz not null,
  created_at timestamptz not null
);
create index unused_baskets_of_visitors on baskets (used_at) where person_id is null;

create table basket_lines (
  basket_id uuid not null references baskets on delete cascade,
  part_id uuid not null references parts,
  quantity integer not null check (quantity between 1 and 1000000),
  seen_price_cents integer not null check (seen_price_cents > 0), -- when the line was put in or changed
  added_at timestamptz not null,
  primary key (basket_id, part_id)
);
