-- What the card provider alone knows of an order's money: who made a refund, whether a disputed payment can be refunded;
-- and through what the shop learned that an order was paid.

alter table order_moves add column noticed_through text check (noticed_through in ('page', 'event', 'question'));

alter table refunds add column made_at_provider boolean not null default false; -- by somebody there, not by the shop
update refunds set made_at_provider = true where requested_by is null and reason = 'Refunded at the card provider.';

alter table disputes add column is_refundable boolean not null default false; -- an inquiry, for example
update disputes set is_refundable = true where status like 'warning\_%';
