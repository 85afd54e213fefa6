-- What was agreed of a purchase's delivery: the address by fields, the chosen method of the quote, its price.

alter table purchases
  add column address jsonb, -- null: a location as text
  add column delivery jsonb, -- null: placed before there were quotes, or by the previous release
  add column delivery_cents integer not null default 0 check (delivery_cents >= 0);

-- the previous release would charge the parts alone: from the first delivery with a price on it may not start
create function require_release_with_delivery() returns trigger language plpgsql as $$
begin
  insert into schema_releases (migration, oldest_release)
    select '0091-delivery-of-purchases', '0.3.0' on conflict do nothing;
  return null;
end $$;
create trigger require_release_with_delivery after insert on purchases
  for each row when (new.delivery_cents > 0) execute function require_release_with_delivery();
