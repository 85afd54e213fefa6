-- Rates with three decimals, such as 8.875 %: tax_rate stays in hundredths of a percent, and this are the tenths of them.

alter table purchases
  add column tax_rate_tenths integer not null default 0
    check (tax_rate_tenths between 0 and 9 and (tax_rate_tenths = 0 or tax_rate is not null));
