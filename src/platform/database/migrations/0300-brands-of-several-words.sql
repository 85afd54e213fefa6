-- Imports cut brands to their first word ("be" of "be quiet! Pure Base"). What an administrator or a file said otherwise stays.

with known (start, brand) as (
  values ('AITC Kingsman', 'AITC Kingsman'), ('Athena Power', 'Athena Power'), ('be quiet!', 'be quiet!'), ('bequiet', 'be quiet!'),
    ('bequiet!', 'be quiet!'), ('Broadway Com', 'Broadway Com'), ('Cooler Master', 'Cooler Master'),
    ('CoolerMaster', 'Cooler Master'), ('DAN Cases', 'DAN Cases'), ('DeepCool', 'Deepcool'), ('Empire Gaming', 'Empire Gaming'),
    ('Formula V Line', 'Formula V Line'), ('Fractal Design', 'Fractal Design'), ('FSP Group', 'FSP Group'),
    ('Gelid Solutions', 'Gelid Solutions'), ('Geometric Future', 'Geometric Future'), ('Golden Field', 'Golden Field'),
    ('High Power', 'High Power'), ('Iceberg Thermal', 'Iceberg Thermal'), ('In Win', 'In Win'), ('InWin', 'In Win'),
    ('Lian Li', 'Lian Li'), ('LianLi', 'Lian Li'), ('Mars Gaming', 'Mars Gaming'), ('Parvum Systems', 'Parvum Systems'),
    ('PC Cooler', 'PC Cooler'), ('PC Power & Cooling', 'PC Power & Cooling'), ('SilverStone', 'Silverstone'),
    ('SMART Modular', 'SMART Modular'), ('Solid Gear', 'Solid Gear'), ('Super Flower', 'Super Flower'),
    ('teenage engineering', 'teenage engineering')
), guessed as (
  select id, name, brand, mpn is null and gtin is null and sku ~ '-[0-9A-HJKMNP-TV-Z]{10}$' as is_listed from parts
  where brand = split_part(name, ' ', 1) and not exists (
    select from admin_changes
    where subject = 'parts' and subject_id = parts.id and admin_id is not null and after ->> 'brand' is not null
  )
), shared as (
  -- unknown brands of public lists: all of at least five names have the same second word, and more behind it
  select brand || ' ' as start, brand || ' ' || min(split_part(name, ' ', 2)) as brand from guessed
  where lower(brand) not in ('sabrent', 'timetec', 'biwin', 'goodram', 'ssupd', 'yeston', 'owc', 'centon', 'nmediapc', 'thortech')
  group by guessed.brand
  having count(*) >= 5 and bool_and(is_listed) and min(split_part(name, ' ', 2)) = max(split_part(name, ' ', 2))
    and bool_and(split_part(name, ' ', 2) ~ '^[[:alpha:]]{2,}$' and split_part(name, ' ', 3) <> '')
), piece as (
  select distinct on (guessed.id) guessed.id, longer.brand
  from guessed
  join (select start || ' ' as start, brand from known union all select * from shared) as longer
    on starts_with(lower(guessed.name), lower(longer.start)) and guessed.brand <> longer.brand
  order by guessed.id, length(longer.start) desc
  limit 1000
)
update parts set brand = left(piece.brand, 60) from piece where parts.id = piece.id;

-- [repeat]
