-- Counts of attempts (to log in, to sign up, to ask for mails), which all processes share. Lost in a crash, and that is well.

create unlogged table attempts (
  key text primary key, -- a hash: whose attempts they are is nobody's business
  count integer not null check (count > 0),
  until timestamptz not null -- the count begins anew then
);
create index attempts_by_end on attempts (until);
