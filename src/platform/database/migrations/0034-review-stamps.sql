-- Reviews carry the transaction that wrote them last, as parts do, so that every process finds by itself which kept pages
-- have become old, whether or not it was told.

alter table reviews add column changed_in xid8 not null default pg_current_xact_id();
create index reviews_by_change on reviews (changed_in);
create trigger stamp_change before insert or update on reviews for each row execute function stamp_change();
