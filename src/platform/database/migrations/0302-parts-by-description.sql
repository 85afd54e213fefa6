-- Parts on sale that share a made description, of which pages say only what tells them apart.

create index parts_on_sale_by_description on parts (category, md5(description)) where off_sale_at is null and price_cents is not null;
