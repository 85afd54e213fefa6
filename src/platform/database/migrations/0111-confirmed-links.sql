-- Links to identity providers know whether the person's address was confirmed when they were made: choosing a new
-- password by mail removes the others, which whoever used the address before may have made.

-- of older links nobody knows it; a provider that confirms the address links again at the next log-in
alter table credentials add column address_was_confirmed boolean not null default false;
