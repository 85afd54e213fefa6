-- The disputes of an order are looked for by its payments.
create index disputes_of_payment on disputes (payment_id);
