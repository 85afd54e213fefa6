-- For reading many changes in pieces: those of one transaction by number. It replaces `parts_by_change`, which goes first
-- because `drop index` takes the stronger lock.

drop index parts_by_change;
create index parts_by_change_and_number on parts (changed_in, number);
