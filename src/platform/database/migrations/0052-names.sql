-- Names of fields whose values can hardly be true; 'price' stands for the price per gigabyte.
alter table parts add column doubtful_fields jsonb not null default '[]';
create index parts_to_check on parts (id) where doubtful_fields <> '[]';

-- Parts on sale that share a name, which lists tell apart by what differs.
create index parts_on_sale_by_name on parts (category, lower(name)) where off_sale_at is null and price_cents is not null;
