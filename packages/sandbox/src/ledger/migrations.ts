/** The schema of the ledger, as the steps that lead to it. */

/** Numbered by position. A released step never changes; new ones are added at the end. */
export const MIGRATIONS = [
  `
  create table settings (
    name text primary key,
    value text not null
  ) strict;

  create table payment_intents (
    seq integer primary key autoincrement,
    id text not null unique,
    client_secret text not null,
    amount integer not null check (amount > 0),
    currency text not null,
    status text not null,
    description text,
    receipt_email text,
    metadata text not null,
    allow_redirects text,
    allowed_types text,
    payment_method text references payment_methods (id),
    latest_charge text references charges (id),
    cancellation_reason text,
    canceled_at integer,
    created integer not null
  ) strict;

  create table payment_methods (
    id text primary key,
    brand text not null,
    last4 text not null check (length(last4) = 4),
    exp_month integer not null,
    exp_year integer not null,
    fingerprint text not null,
    cvc_check text,
    billing_details text not null,
    created integer not null
  ) strict;

  create table charges (
    seq integer primary key autoincrement,
    id text not null unique,
    payment_intent text not null references payment_intents (id),
    payment_method text not null references payment_methods (id),
    amount integer not null check (amount > 0),
    currency text not null,
    status text not null check (status in ('succeeded', 'failed')),
    failure_code text,
    decline_code text,
    failure_message text,
    description text,
    receipt_email text,
    metadata text not null,
    created integer not null
  ) strict;

  create index charges_of_intent on charges (payment_intent);
  create unique index one_success_per_intent on charges (payment_intent) where status = 'succeeded';

  create table idempotency_keys (
    caller text not null,
    key text not null,
    endpoint text not null,
    parameters_hash text not null,
    status integer not null,
    body text not null,
    created integer not null,
    primary key (caller, key)
  ) strict;

  create index idempotency_keys_by_age on idempotency_keys (created);
  `,
  `
  alter table payment_methods add column test_card text;

  create table authentications (
    id text primary key,
    payment_intent text not null references payment_intents (id),
    payment_method text not null references payment_methods (id),
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    url text not null,
    return_url text,
    created integer not null
  ) strict;

  alter table payment_intents add column authentication text references authentications (id);
  alter table charges add column authentication text references authentications (id);

  create table refunds (
    seq integer primary key autoincrement,
    id text not null unique,
    charge text not null references charges (id),
    payment_intent text not null references payment_intents (id),
    amount integer not null check (amount > 0),
    currency text not null,
    reason text,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    failure_reason text,
    metadata text not null,
    created integer not null
  ) strict;

  create index refunds_of_charge on refunds (charge);

  create table outcomes (
    seq integer primary key autoincrement,
    kind text not null,
    subject text not null,
    due integer not null
  ) strict;

  create index outcomes_by_time on outcomes (due);
  `,
  `
  create table events (
    seq integer primary key autoincrement,
    id text not null unique,
    type text not null,
    api_version text not null,
    object text not null,
    previous_attributes text,
    request text,
    idempotency_key text,
    created integer not null
  ) strict;

  create index events_by_time on events (created);

  create table webhook_endpoints (
    seq integer primary key autoincrement,
    id text not null unique,
    url text not null,
    secret text not null,
    enabled_events text not null,
    description text,
    metadata text not null,
    api_version text,
    status text not null check (status in ('enabled', 'disabled')),
    hold integer not null default 0,
    delay integer not null default 0,
    shuffle integer not null default 0,
    repeat integer not null default 1,
    created integer not null
  ) strict;

  create table deliveries (
    seq integer primary key autoincrement,
    event text not null references events (id) on delete cascade,
    endpoint text not null references webhook_endpoints (id) on delete cascade,
    attempts integer not null default 0,
    due integer,
    claimed_until integer not null default 0,
    claimed_by integer,
    is_released integer not null default 0,
    arrived integer
  ) strict;

  create index deliveries_by_time on deliveries (due) where due is not null;
  create index deliveries_of_event on deliveries (event);
  create index deliveries_of_endpoint on deliveries (endpoint);
  `,
  `
  create table disputes (
    seq integer primary key autoincrement,
    id text not null unique,
    charge text not null unique references charges (id),
    payment_intent text not null references payment_intents (id),
    amount integer not null check (amount > 0),
    currency text not null,
    reason text not null,
    status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
    evidence text not null,
    submissions integer not null default 0,
    withdrawal text not null,
    reinstatement text,
    reinstated integer,
    metadata text not null,
    created integer not null
  ) strict;
  `,
  `
  alter table charges add column receipt_url text;
  `,
];
