-- The previous release cannot show parts of the new categories: from the first one on it may not start; also after a restore.

create function require_release_with_categories_of_builds() returns trigger language plpgsql as $$
begin
  insert into schema_releases (migration, oldest_release)
    select '0087-release-with-categories-of-builds', '0.3.0' on conflict do nothing;
  return null;
end $$;
create trigger require_release_on_insert after insert on parts
  for each row when (new.category in ('cpu', 'cpu-cooler', 'case', 'power-supply'))
  execute function require_release_with_categories_of_builds();
create trigger require_release_on_update after update of category on parts
  for each row when (new.category in ('cpu', 'cpu-cooler', 'case', 'power-supply'))
  execute function require_release_with_categories_of_builds();
