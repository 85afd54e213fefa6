-- The catalogue as buyers browse and search it: parts without a price, addresses with words in them, words to search for,
-- and a stamp by which a process sees what has changed since it last looked.

alter table parts alter column price_cents drop not null; -- null: kept, but not for sale

drop index parts_on_sale;
create index parts_on_sale on parts (featured_rank nulls last, id desc)
  where off_sale_at is null and price_cents is not null;

-- A short name for answers that list thousands of parts.
alter table parts add column number integer generated always as identity unique;

-- The transaction that wrote the row last. Rows of transactions that a snapshot does not see yet have a stamp of at least
-- its xmin, so whoever remembers that xmin finds every later change by it, in whatever order transactions commit.
alter table parts add column changed_in xid8 not null default pg_current_xact_id();
create index parts_by_change on parts (changed_in);
create function stamp_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger stamp_change before insert or update on parts for each row execute function stamp_change();

-- The last part of a part's address. Those that it had under earlier names stay its own and lead to the present one.
alter table parts add column slug text;
with named as (
  select id, category, coalesce(nullif(left(trim(both '-' from
    regexp_replace(lower(replace(name, '×', 'x')), '[^a-z0-9]+', '-', 'g')), 80), ''), 'part') as slug
  from parts
), numbered as (
  select id, trim(both '-' from slug) as slug, row_number() over (partition by category, slug order by id) as turn from named
)
update parts set slug = numbered.slug || case when turn = 1 then '' else '-' || right(parts.id::text, 12) end
from numbered where numbered.id = parts.id;
alter table parts alter column slug set not null;
alter table parts add check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200);
create unique index parts_by_slug on parts (category, slug);

create table part_slugs (
  category text not null,
  slug text not null,
  part_id uuid not null references parts on delete cascade deferrable initially deferred, -- claimed before the part is there
  primary key (category, slug)
);
create index part_slugs_of_part on part_slugs (part_id);
insert into part_slugs (category, slug, part_id) select category, slug, id from parts;

-- What each part is found by, beside the parts, so that a sale does not rewrite it.
create table part_words (
  part_number integer primary key references parts (number) on delete cascade,
  recipe integer not null, -- which version of `src/domain/search-words.ts` made them
  words tsvector not null -- A: of the name, B: brand and SKU, C: specification, D: category
);
create index part_words_search on part_words using gin (words) with (fastupdate = off);

-- Every word that a part has or had, to find the one that somebody meant.
create table search_words (word text primary key check (char_length(word) between 1 and 80));
create index search_words_alike on search_words using gin (word gin_trgm_ops);
