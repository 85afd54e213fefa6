/** A shop at the beginning of a history: its parts and people, and a database that holds nothing else. */
import type pg from 'pg';
import type { Viewer } from '#kernel/people.ts';
import { startOfHistory } from './chance.ts';
import type { Journal } from './journal.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';

export type World = ReturnType<typeof nameWorld> & { plan: Plan; run: Run; journal: Journal };

/** Ids in an order of their own, so that the order of the locks is not that of the plan. */
export function nameWorld(plan: Plan) {
  const makeViewer = (name: string, index: number, role: Viewer['role']): Viewer => ({
    id: `00000000-0000-7000-8000-00000000000${index}`,
    email: `${name}@histories.example`,
    name,
    role,
    isConfirmed: true,
  });
  return {
    partIds: plan.parts.map((_, index) => `00000000-0000-7000-9000-00000000000${(index * 2 + 1) % 5}`),
    buyers: plan.buyers.map((_, index) => makeViewer(`buyer-${index + 1}`, index + 1, 'customer')),
    admin: makeViewer('admin', 9, 'admin'),
  };
}

/** What a history writes; what it references comes later. */
const tables = [
  ...['simulated_jobs', 'alerts', 'admin_changes', 'idempotency_keys', 'webhook_events', 'event_cursors'],
  ...['invoice_files', 'invoices', 'invoice_counters'],
  ...['money_movements', 'stock_movements', 'shipment_details', 'disputes', 'refund_lines', 'refunds'],
  ...['payment_attempts', 'payments', 'order_moves', 'orders', 'purchases', 'basket_lines', 'baskets'],
  ...['parts', 'people'],
];

/** Once for a database: where jobs go, and prices of delivery. */
export async function prepareDatabase(client: pg.Client, deliveryRules: object): Promise<void> {
  await client.query(`
    create table if not exists simulated_jobs (id uuid primary key, name text not null, content jsonb not null);
    -- triggers keep the ledgers from being emptied
    create or replace function empty_tables() returns void language plpgsql
      set session_replication_role = replica as $$ begin ${tables.map((table) => `delete from ${table};`).join(' ')} end $$`);
  await client.query(
    `insert into delivery_rules (version, document, saved_at) values (1, $1, $2) on conflict do nothing`,
    [JSON.stringify(deliveryRules), new Date(startOfHistory)],
  );
}

/** Empties the tables and fills in the parts and people of the plan. */
export async function resetDatabase(client: pg.Client, plan: Plan): Promise<void> {
  const { partIds, buyers, admin } = nameWorld(plan);
  const at = `'${new Date(startOfHistory).toISOString()}'`;
  const people = [...buyers, admin].map(
    ({ id, email, name, role }, index) =>
      `('${id}', '${name}', '${email}', ${plan.buyers[index]?.isConfirmed ?? true}, '${role}', ${at}, ${at})`,
  );
  const parts = plan.parts.map(
    ({ stock, price }, index) =>
      `('${partIds[index]}', 'part-${index}', 'other', 'Brand', 'Part ${index}', 'A part.', ${price}, ${stock}, 1,
        'part-${index}', ${at}, ${at})`,
  );
  const opened = plan.parts.map(
    ({ stock }, index) => `(gen_random_uuid(), '${partIds[index]}', ${stock}, 'opening', ${at})`,
  );
  await client.query(`
    select empty_tables();
    insert into people (id, name, email, email_verified, role, created_at, updated_at) values ${people};
    insert into parts (id, sku, category, brand, name, description, price_cents, stock, minimum_order, slug,
      created_at, updated_at) values ${parts};
    insert into stock_movements (id, part_id, units, reason, moved_at) values ${opened}`);
}
