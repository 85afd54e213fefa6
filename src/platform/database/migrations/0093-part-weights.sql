-- What one unit of a part weighs with its box, in grams; null: not known, and estimated by its category.

alter table parts add column weight_grams integer check (weight_grams between 1 and 200000);
