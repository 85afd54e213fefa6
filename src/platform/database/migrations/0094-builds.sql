-- Builds that visitors have saved under a short address. They are read-only: another choice of parts is another build.

create table builds (
  id text primary key check (id ~ '^[0-9a-z]{10}$'), -- random
  parts text not null, -- as the address of a build names them
  created_at timestamptz not null
);
create index builds_by_age on builds (created_at);
