-- Which releases may run on this schema. An older program meets migrations that it does not know; it runs all the same,
-- unless one of them has ended its support here.

create table schema_releases ( -- one row for each migration that ended the support of older releases; the highest counts
  migration text primary key,
  oldest_release text not null check (oldest_release ~ '^\d+\.\d+\.\d+$')
);

-- programs before the first release refuse every migration that they do not know
insert into schema_releases (migration, oldest_release) values ('0032-releases', '0.2.0');

-- made by the migrator of those programs, which never kept anything in it
drop table if exists schema_migrations_lock;
