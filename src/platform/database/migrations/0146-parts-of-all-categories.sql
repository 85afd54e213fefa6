-- Release 0.3.0 shows parts of all categories.

drop trigger require_release_on_insert on parts;
drop trigger require_release_on_update on parts;
drop function require_release_with_categories_of_builds;

insert into schema_releases (migration, oldest_release) values ('0146-parts-of-all-categories', '0.3.0');
