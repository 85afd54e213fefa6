-- What administrators have set for the shop: only what was ever changed; the program has the defaults.

create table settings (
  name text primary key,
  value text not null check (char_length(value) <= 5000), -- may be the address of an uploaded picture
  version integer not null, -- the number of the change that wrote it last, of all settings together
  updated_at timestamptz not null,
  changed_in xid8 not null default pg_current_xact_id()
);
create trigger stamp_change before insert or update on settings for each row execute function stamp_change();
