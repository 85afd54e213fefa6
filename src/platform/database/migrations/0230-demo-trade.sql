-- The demo's past, which is made once; `ended_at`: the shop was begun for real, and is filled with a demo no more.
create table demo_trade (
  id integer primary key default 1 check (id = 1),
  begun_at timestamptz not null,
  finished_at timestamptz,
  ended_at timestamptz
);
