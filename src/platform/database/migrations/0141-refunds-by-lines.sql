-- A refund is written without an order, and its lines after it.

alter table refunds
  alter column order_id drop not null,
  alter column returned_units set default 0;

-- the previous release writes no line of a refund of one order
create function add_refund_line() returns trigger language plpgsql as $$
begin
  insert into refund_lines (refund_id, order_id, amount_cents, returned_units)
  select new.id, new.order_id, new.amount_cents, new.returned_units
  where not exists (select from refund_lines where refund_id = new.id);
  return null;
end $$;
create constraint trigger add_refund_line after insert on refunds deferrable initially deferred
  for each row when (new.order_id is not null) execute function add_refund_line();
