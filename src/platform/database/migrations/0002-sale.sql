-- What a sale needs: parts, orders and their moves, payments, reviews, idempotency keys, and what administrators changed.
-- Money is whole cents of a US dollar. Ids are UUIDv7, made by the shop.

create table parts (
  id uuid primary key,
  sku text not null unique check (char_length(sku) between 1 and 80),
  category text not null
    check (category in ('memory', 'hard-disk', 'ssd', 'motherboard', 'graphics-card', 'other')),
  brand text not null check (char_length(brand) <= 60),
  name text not null check (char_length(name) between 1 and 200),
  description text not null check (char_length(description) between 1 and 5000),
  image text check (char_length(image) <= 500), -- null: the shop picks a picture by category and specification
  price_cents integer not null check (price_cents > 0),
  stock integer not null check (stock >= 0),
  minimum_order integer not null check (minimum_order >= 1),
  specs jsonb not null default '{}',
  featured_rank integer, -- 1 is the first on the home page; null: after those, newest first
  off_sale_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index parts_on_sale on parts (featured_rank nulls last, id desc) where off_sale_at is null;

create table orders (
  id uuid primary key,
  part_id uuid not null references parts,
  buyer_id uuid not null references people,
  buyer_name text not null,
  buyer_email text not null,
  location text not null check (char_length(location) between 1 and 500),
  phone text not null check (char_length(phone) between 1 and 40),
  part_name text not null,
  part_image text not null,
  unit_price_cents integer not null check (unit_price_cents > 0),
  quantity integer not null check (quantity > 0),
  total_cents integer not null check (total_cents = unit_price_cents * quantity),
  state text not null
    check (state in ('unpaid', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded')),
  transaction_id text, -- the provider's id of the payment that settled it
  carrier text check (char_length(carrier) <= 100),
  tracking text check (char_length(tracking) <= 100),
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('paid', 'shipped', 'delivered', 'refunded')) = (transaction_id is not null))
);
create index orders_of_buyer on orders (buyer_id, id desc);
create index orders_by_state on orders (state, id desc);
create index orders_of_part on orders (part_id);

create table order_moves ( -- only ever added to: who moved an order, when and why
  id uuid primary key,
  order_id uuid not null references orders,
  from_state text,
  to_state text not null,
  actor_id uuid references people, -- null: the shop itself, on the provider's word
  reason text,
  moved_at timestamptz not null
);
create index order_moves_of_order on order_moves (order_id, id);

create table payments (
  id uuid primary key, -- also the idempotency key towards the provider
  order_id uuid not null references orders,
  provider_id text unique, -- null until the provider has answered
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('open', 'succeeded', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_open_payment_per_order on payments (order_id) where status = 'open';
create unique index one_succeeded_payment_per_order on payments (order_id) where status = 'succeeded';

create table reviews (
  id uuid primary key,
  author_name text not null,
  author_image text,
  author_id uuid references people, -- null: a review of the demo catalogue
  review text not null check (char_length(review) between 1 and 2000),
  rating numeric(2, 1) not null check (rating between 1 and 5 and rating * 2 = trunc(rating * 2)),
  created_at timestamptz not null
);
create index reviews_newest on reviews (created_at desc, id desc);

create table idempotency_keys (
  person_id uuid not null references people on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  request text not null, -- the call and a hash of its content
  answer jsonb,
  created_at timestamptz not null,
  primary key (person_id, key)
);

create table admin_changes ( -- only ever added to: what administrators changed
  id uuid primary key,
  admin_id uuid references people, -- null: the command line
  subject text not null, -- the table
  subject_id uuid not null,
  before jsonb,
  after jsonb,
  changed_at timestamptz not null
);
create index admin_changes_of_subject on admin_changes (subject, subject_id, id);
