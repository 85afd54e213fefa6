-- Ready builds: complete computers that a job composes of what can be bought, one for each use and step of price.

create table ready_builds (
  id text primary key, -- the use and the price in dollars: 'gaming-1200'
  parts text not null, -- as the address of a build names them; empty: nothing was found
  total_cents integer not null check (total_cents >= 0), -- when it was composed
  composed_at timestamptz not null,
  changed_in xid8 not null default pg_current_xact_id()
);
create trigger stamp_change before insert or update on ready_builds
  for each row execute function stamp_change();
