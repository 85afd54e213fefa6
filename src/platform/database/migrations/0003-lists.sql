-- What the lists of the dashboard are searched and sorted by. Trigrams find any part of a word (pg_trgm is a trusted
-- extension: the owner of the database may create it). Each expression is the one that `src/database/search.ts` asks for.

create extension if not exists pg_trgm;

create index orders_of_address on orders (buyer_email, id desc);
create index orders_by_total on orders (total_cents desc, id desc);
create index orders_search on orders using gin (
  (part_name || ' ' || buyer_name || ' ' || buyer_email || ' ' || location || ' ' || id::text || ' ' || part_id::text) gin_trgm_ops
);

create index parts_by_stock on parts (stock, id desc);
create index parts_by_price on parts (price_cents, id desc);
create index parts_search on parts using gin ((name || ' ' || brand || ' ' || sku || ' ' || id::text) gin_trgm_ops);

create index people_search on people using gin ((name || ' ' || email) gin_trgm_ops);
create index administrators on people (id) where role = 'admin';
