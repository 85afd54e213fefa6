-- Processors, processor coolers, cases and power supplies are categories of their own.

alter table parts drop constraint parts_category_check;
alter table parts add constraint parts_category_check check (
  category in (
    'memory', 'hard-disk', 'ssd', 'motherboard', 'graphics-card', 'cpu', 'cpu-cooler', 'case', 'power-supply', 'other'
  )
) not valid; -- the rows that are there kept to the narrower check

-- the previous release stores none of the new categories
insert into schema_releases (migration, oldest_release) values ('0086-categories-of-builds', '0.2.0');
