-- What administrators have written for pages: a version each time. Without a row, a page has the wording it came with.

create table page_texts (
  page text not null,
  version integer not null check (version > 0),
  text text check (char_length(text) <= 30000), -- Markdown; null: the wording that the page came with, again
  content jsonb, -- what the text says, parsed
  saved_by uuid references people, -- null: a program
  saved_at timestamptz not null,
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (page, version),
  check ((text is null) = (content is null))
);
create trigger stamp_change before insert or update on page_texts
  for each row execute function stamp_change();
create trigger only_added_to before update or delete or truncate on page_texts
  for each statement execute function refuse_change();
