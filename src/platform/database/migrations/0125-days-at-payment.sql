-- The days of delivery are promised when an order is paid: the first one is kept beside the last, `promised_by`.

alter table orders add column promised_from text collate "C"; -- as 2026-11-25; null: as its purchase has it
