-- Names of fields of `specs` that nobody stated: the shop derived them from the name and the other fields.

alter table parts add column derived_fields jsonb not null default '[]';
