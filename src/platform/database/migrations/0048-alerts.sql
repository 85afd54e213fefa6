-- What the owner is to read by mail: written with what happened, gathered into few mails.

create table alert_mails (
  period text primary key, -- there is at most one mail of it: '2026-11-22', or '2026-11-22T10:50'
  made_at timestamptz not null
);

create table alerts (
  id uuid primary key,
  kind text not null check (kind in ('order', 'dispute', 'failed-refund', 'out-of-stock', 'low-stock')),
  subject_id uuid not null, -- the order, dispute, refund or part
  happened_at timestamptz not null,
  period text references alert_mails -- the mail that lists it; null: none yet
);
create index alerts_waiting on alerts (kind, happened_at) where period is null;
create index alerts_mailed on alerts (period, kind) where period is not null;
