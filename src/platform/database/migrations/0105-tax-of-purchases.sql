-- The tax that the prices of a purchase include, as its zone had it when it was placed; null: none.

alter table purchases
  add column tax_name text check (char_length(tax_name) between 1 and 30),
  add column tax_rate integer -- hundredths of a percent
    check ((tax_rate is null) = (tax_name is null) and tax_rate between 0 and 10000);
