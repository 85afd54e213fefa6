-- Addresses of parts of one name repeated the name within the made SKU; those of before lead to the new ones.

with piece as (
  select id, category, left(slug, -char_length(sku)) || lower(right(sku, 10)) as slug from parts
  where sku ~ '^[A-Z]+-.+-[0-9A-HJKMNP-TV-Z]{10}$' and right(slug, char_length(sku) + 1) = '-' || lower(sku)
    and not exists (
      select from part_slugs
      where part_slugs.category = parts.category
        and part_slugs.slug = left(parts.slug, -char_length(sku)) || lower(right(sku, 10))
    )
  order by id limit 1000 for no key update
), claimed as (
  insert into part_slugs (category, slug, part_id) select category, slug, id from piece on conflict do nothing
  returning category, slug, part_id
)
update parts set slug = claimed.slug from claimed where parts.id = claimed.part_id;

-- [repeat]
