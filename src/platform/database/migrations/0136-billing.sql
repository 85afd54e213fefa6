-- Who the invoice of a purchase is for, with company, VAT number and an address of their own; null: who the parts go to.

alter table purchases add column billing jsonb;
