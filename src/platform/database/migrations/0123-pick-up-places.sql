-- Where the buyer of a purchase collects its parts; null: they are brought.

alter table purchases add column pick_up_at text;

-- the previous release writes it into the delivery alone
create function fill_pick_up_place() returns trigger language plpgsql as $$
begin
  new.pick_up_at := new.delivery ->> 'pickUpAt';
  return new;
end $$;
create trigger fill_pick_up_place before insert on purchases
  for each row when (new.pick_up_at is null and new.delivery ->> 'pickUpAt' is not null)
  execute function fill_pick_up_place();
