-- Since release 0.6.0 a row is read with the text that its facts say, and no release reads `part_words`, which 0.6.0 still writes. The start
-- describes parts anew whose `facts_version` is of before, a thousand at a time, and leaves out that text.

drop trigger forget_facts on parts;
drop function forget_facts;
alter table parts add column facts_version integer not null default 0;

insert into schema_releases (migration, oldest_release) values ('0332-facts-without-text', '0.6.0');
