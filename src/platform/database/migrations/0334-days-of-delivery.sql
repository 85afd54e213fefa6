-- The day on which an order arrived, which may be before the day on which somebody said so.
alter table orders add column delivered_on text; -- as 2026-11-25; null: it has not, or did so before this was kept
