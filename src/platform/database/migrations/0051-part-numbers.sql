-- What identifies a part outside of the shop, and what an import recognizes a part by that has neither.

alter table parts
  add column mpn text check (char_length(mpn) between 1 and 80), -- the maker's part number
  add column gtin text unique check (gtin ~ '^[0-9]{8,14}$'), -- EAN or UPC, in the shortest of its lengths
  add column match_key text; -- category, brand and name; null: not computed yet
create index parts_by_mpn on parts ((regexp_replace(lower(mpn), '[^a-z0-9]', '', 'g'))) where mpn is not null;
create index parts_by_match_key on parts (match_key);
