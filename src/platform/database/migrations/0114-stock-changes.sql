-- The transaction that last changed more of a part than its units in stock: an order changes nothing else.

alter table parts add column described_in xid8; -- null: before this column
create function stamp_description() returns trigger language plpgsql as $$
declare
  compared parts := new;
begin
  if tg_op = 'UPDATE' then
    compared.stock := old.stock;
    compared.updated_at := old.updated_at;
    compared.changed_in := old.changed_in;
    if compared is not distinct from old then
      return new;
    end if;
  end if;
  new.described_in := pg_current_xact_id();
  return new;
end
$$;
create trigger stamp_description before insert or update on parts for each row execute function stamp_description();
