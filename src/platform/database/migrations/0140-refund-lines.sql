-- Of each refund its lines: of which order of the purchase how much goes back, and how many units. Until now there were
-- shares, and only where it was of several orders.

alter table refund_shares rename to refund_lines;
alter index refund_shares_of_order rename to refund_lines_of_order;
alter table refund_lines
  add column returned_units integer not null default 0 check (returned_units >= 0); -- back in the stock once it has succeeded

-- the previous release reads and writes the shares
create view refund_shares as select refund_id, order_id, amount_cents from refund_lines;

-- and reads of a refund the order and the units
create function describe_refund() returns trigger language plpgsql as $$
begin
  update refunds set order_id = new.order_id, returned_units = new.returned_units
  where id = new.refund_id and order_id is null;
  return null;
end $$;
create trigger describe_refund after insert on refund_lines for each row execute function describe_refund();

insert into schema_releases (migration, oldest_release) values ('0140-refund-lines', '0.3.0');
