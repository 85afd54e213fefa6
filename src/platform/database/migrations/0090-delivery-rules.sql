-- The owner's rules of delivery, one document a version; without a row those of a new shop hold.

create table delivery_rules (
  version integer primary key check (version > 0),
  document jsonb not null,
  saved_by uuid references people, -- null: a program
  saved_at timestamptz not null,
  changed_in xid8 not null default pg_current_xact_id()
);
create trigger stamp_change before insert or update on delivery_rules
  for each row execute function stamp_change();
create trigger only_added_to before update or delete or truncate on delivery_rules
  for each statement execute function refuse_change();
