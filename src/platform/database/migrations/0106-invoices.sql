-- Invoices of paid purchases and the notes that correct them: numbered without gaps, never changed.

create table invoice_counters ( -- the last number of each series; a sequence would leave gaps after a rollback
  series text primary key check (series in ('invoice', 'credit-note')),
  last integer not null check (last > 0)
);

create table invoices (
  id uuid primary key,
  series text not null check (series in ('invoice', 'credit-note')),
  number integer not null check (number > 0),
  kind text not null check (kind in ('invoice', 'credit-note', 'reversal')), -- reversal: a refund came back to the shop
  purchase_id uuid not null references purchases,
  payment_id uuid not null references payments,
  refund_id uuid references refunds,
  invoice_id uuid references invoices, -- the invoice that a note corrects
  total_cents integer not null check (total_cents > 0), -- with tax; never negative
  tax_cents integer not null check (tax_cents between 0 and total_cents),
  content jsonb not null, -- all that its document says
  issued_at timestamptz not null,
  unique (series, number),
  check ((kind = 'invoice') = (series = 'invoice')),
  check ((kind = 'invoice') = (refund_id is null)),
  check ((kind = 'invoice') = (invoice_id is null))
);
create unique index one_invoice_per_payment on invoices (payment_id) where kind = 'invoice';
create unique index one_note_per_refund on invoices (refund_id, kind) where refund_id is not null;
create index invoices_of_purchase on invoices (purchase_id);
create index invoices_by_time on invoices (issued_at);

create table invoice_files ( -- the document as it was made once
  invoice_id uuid primary key references invoices,
  pdf bytea not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null
);

create trigger only_added_to before update or delete or truncate on invoices
  for each statement execute function refuse_change();
create trigger only_added_to before update or delete or truncate on invoice_files
  for each statement execute function refuse_change();
