-- From how many units on a part runs low; null: the default of the program.

alter table parts add column low_stock integer check (low_stock >= 0);
