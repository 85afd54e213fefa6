-- Addresses that people have saved to send parts to. Of those of a person one is the default.

create table saved_addresses (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  address jsonb not null, -- checked by the rules of its country when it was saved
  is_default boolean not null,
  saved_at timestamptz not null
);
create index saved_addresses_of_person on saved_addresses (person_id, id);
create unique index saved_addresses_default on saved_addresses (person_id) where is_default;
