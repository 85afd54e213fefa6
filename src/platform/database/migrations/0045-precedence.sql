-- What decides among parts that a list would show at the same place: recent sales, ratings, and the row of their file.
-- Sales and ratings are recalculated every hour (`shop/catalogue/rank-parts.ts`).

alter table parts
  add column sales_points integer not null default 0,
  add column rating_points integer not null default 0,
  add column file_row integer not null default 0; -- 0: not imported
create index orders_by_time on orders (placed_at) where state in ('paid', 'shipped', 'delivered');
