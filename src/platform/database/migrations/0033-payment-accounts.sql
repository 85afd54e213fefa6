-- A payment belongs to an account of the card provider, live or test. An account that is not at hand knows nothing of it.

alter table payments add column provider_account text; -- null: unknown, as of all payments of before
alter table payments add column provider_is_live boolean;
alter table payments add check ((provider_account is null) = (provider_is_live is null));

alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('open', 'succeeded', 'cancelled', 'late', 'elsewhere')); -- elsewhere: it may still be paid in another account
create index unfinished_payments on payments (order_id) where status in ('open', 'elsewhere');

alter table refunds add column elsewhere_at timestamptz; -- when the account at hand was last found not to know it or its payment

-- the check allows one value more; a program that does not know it would take no money that arrives for such a payment
insert into schema_releases (migration, oldest_release) values ('0033-payment-accounts', '0.2.0');
