/** Inserts paid orders of a thousand other buyers, each a copy of an order that is there. */
import type pg from 'pg';

export async function insertOtherOrders(client: pg.Client, count: number): Promise<void> {
  await client.query('begin; set local session_replication_role = replica'); // looks up no foreign keys
  const restoreIndexes = await dropIndexes(client);
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
  await restoreIndexes();
  await client.query('commit');
  await client.query('vacuum analyze orders, purchases, payments, order_moves');
}

/**
 * To make an index of rows that are there is faster than to extend it row by row; those that are keys stay. That of the search
 * is not made anew: of ten million it takes as long as all the rest, and no list of one's own orders reads it.
 */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('orders'::regclass, 'purchases'::regclass, 'payments'::regclass, 'order_moves'::regclass)
        and not exists (select from pg_constraint where conindid = indexrelid)`);
  await client.query("set local maintenance_work_mem = '1GB'");
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { name, definition } of rows) if (name !== 'orders_search') await client.query(definition);
  };
}
