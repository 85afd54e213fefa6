-- Since release 0.7.0 nothing writes the words of parts: each process makes them from the parts that it reads.
drop table part_words;
drop table search_words;

insert into schema_releases (migration, oldest_release) values ('0333-no-stored-words', '0.7.0');
