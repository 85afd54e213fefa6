/** Inserts paid orders of a thousand other buyers, each a copy of an order that is there. */
import type pg from 'pg';

export async function insertOtherOrders(client: pg.Client, count: number): Promise<void> {
  await client.query('begin; set local session_replication_role = replica'); // looks up no foreign keys
  await client.query(`
    create temporary table buyers on commit drop as
      select n as number, uuidv7() as id, 'Buyer ' || n as name, 'buyer-${count}-' || n || '@example.com' as email
      from generate_series(0, 999) as n;
    insert into people (id, name, email, email_verified, created_at, updated_at)
      select id, name, email, true, now(), now() from buyers;
    create temporary table made on commit drop as
      select n as number, buyers.id as buyer_id, name, email, uuidv7() as order_id, uuidv7() as purchase_id
      from generate_series(1, ${count}) as n join buyers on buyers.number = n % 1000;
    insert into purchases (id, buyer_id, order_count, placed_at, delivery)
      select made.purchase_id, made.buyer_id, 1, placed_at, delivery
      from made, (select * from purchases limit 1) as copied;
    insert into orders (id, purchase_id, part_id, buyer_id, buyer_name, buyer_email, location, phone, part_name, part_image,
        unit_price_cents, quantity, total_cents, state, transaction_id, placed_at, updated_at, expires_at, promised_by)
      select made.order_id, made.purchase_id, part_id, made.buyer_id, name, email, location, phone, part_name, part_image,
        unit_price_cents, quantity, total_cents, 'paid', 'made-${count}-' || number, placed_at, updated_at, expires_at, promised_by
      from made, (select * from orders limit 1) as copied;
    insert into payments (id, order_id, purchase_id, amount_cents, status, provider_id, created_at, updated_at)
      select uuidv7(), order_id, purchase_id, 100, 'succeeded', 'made-${count}-' || number, now(), now() from made;
    insert into order_moves (id, order_id, to_state, actor_id, moved_at)
      select uuidv7(), order_id, state, buyer_id, now() from made, unnest(array['unpaid', 'paid']) as state`);
  await client.query('commit');
  await client.query('vacuum analyze orders, purchases, payments, order_moves');
}
