-- No two documents have one number: a prefix that was changed from INV- to INV-C met the credit notes of before.

create function name_invoice(prefix text, series text, number integer) returns text -- as formatInvoiceNumber
  language sql immutable
  return prefix || case series when 'invoice' then '' else 'C' end
    || repeat('0', greatest(0, 6 - length(number::text))) || number::text;

-- documents never change: of those that have one number already, all but the first are left out; the audit names them
do $$
declare
  repeated uuid[];
begin
  select coalesce(array_agg(id), '{}') into repeated from (
    select id, row_number() over (
      partition by name_invoice(content ->> 'prefix', series, number) order by issued_at, id) as place
    from invoices) numbered
  where place > 1;
  execute format(
    'create unique index one_document_per_number on invoices (name_invoice(content ->> ''prefix'', series, number)) '
    'where id <> all (%L::uuid[])', repeated);
end $$;
