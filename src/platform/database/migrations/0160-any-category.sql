-- A new category needs no migration: the contract checks categories, and a program reads one that it does not know as "other".

alter table parts drop constraint parts_category_check;

-- 0.4.0 does not: from the first part of another category on it may not start; also after a restore.
create function require_release_with_any_category() returns trigger language plpgsql as $$
begin
  insert into schema_releases (migration, oldest_release)
    select '0160-any-category', '0.5.0' on conflict do nothing;
  return null;
end $$;
create trigger require_release_of_category_on_insert after insert on parts
  for each row when (new.category not in (
    'memory', 'hard-disk', 'ssd', 'motherboard', 'graphics-card', 'cpu', 'cpu-cooler', 'case', 'power-supply', 'other'
  ))
  execute function require_release_with_any_category();
create trigger require_release_of_category_on_update after update of category on parts
  for each row when (new.category not in (
    'memory', 'hard-disk', 'ssd', 'motherboard', 'graphics-card', 'cpu', 'cpu-cooler', 'case', 'power-supply', 'other'
  ))
  execute function require_release_with_any_category();
