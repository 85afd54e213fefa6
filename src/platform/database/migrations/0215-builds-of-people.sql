-- A build that a person keeps under a name in their account goes with the person. One without a person has no name.

alter table builds add column person_id uuid references people on delete cascade, add column name text;
create index builds_of_person on builds (person_id) where person_id is not null;
