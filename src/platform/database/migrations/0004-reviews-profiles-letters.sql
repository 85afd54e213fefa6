-- Reviews of a part or of the shop, one a person; what people tell about themselves; who wrote to our CEO.

alter table reviews add column part_id uuid references parts; -- null: of the shop
alter table reviews add column updated_at timestamptz; -- null: never edited
alter table reviews add column hidden_at timestamptz; -- set: an administrator has hidden it
create unique index one_review_per_person_and_subject on reviews (author_id, part_id) nulls not distinct
  where author_id is not null;
create index reviews_of_subject on reviews (part_id, created_at desc, id desc) where hidden_at is null;

create table profiles (
  person_id uuid primary key references people on delete cascade,
  education text not null check (char_length(education) between 1 and 200),
  location text not null check (char_length(location) between 1 and 500),
  phone text check (char_length(phone) between 1 and 40),
  link text not null check (char_length(link) <= 500), -- an uploaded picture
  updated_at timestamptz not null
);

create table ceo_letters (
  email text primary key check (email = lower(email)),
  written_at timestamptz not null
);
