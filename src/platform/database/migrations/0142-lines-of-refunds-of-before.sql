-- Refunds of before that are of one order get their line, as those that the previous release goes on writing.

insert into refund_lines (refund_id, order_id, amount_cents, returned_units)
select id, order_id, amount_cents, returned_units from refunds
where order_id is not null and not exists (select from refund_lines where refund_id = refunds.id)
order by id limit 1000;

-- [repeat]
