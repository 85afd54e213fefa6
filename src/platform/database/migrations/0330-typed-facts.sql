-- The typed facts of parts, beside the text of `specs`, which the release before reads and writes. Empty: not read yet.

alter table parts add column facts jsonb;

create function forget_facts() returns trigger language plpgsql as $$
begin
  new.facts := null;
  return new;
end $$;

create trigger forget_facts before update of specs, category on parts for each row
  when (new.facts is not distinct from old.facts and (new.specs, new.category) is distinct from (old.specs, old.category))
  execute function forget_facts();
