-- People and how they prove who they are: the tables of the identity library, under the shop's names.

create table people (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  email text not null unique check (email = lower(email)),
  email_verified boolean not null,
  image text,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_of_person on sessions (person_id);

create table credentials (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index credentials_of_person on credentials (person_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);
