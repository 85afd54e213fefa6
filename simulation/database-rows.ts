/** Reads the rows that the journal is compared with directly from the database. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';

export type DatabaseRows = Awaited<ReturnType<typeof readRows>>;

/** A consistent snapshot, with money in cents; `parts` restricts the parts. */
export function readRows(db: Database, parts: readonly string[]) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => ({
      orders: await snapshot
        .selectFrom('orders')
        .select(['id', 'purchase_id as purchaseId', 'part_id as partId', 'buyer_email as email', 'quantity'])
        .select(['unit_price_cents as unitPrice', 'total_cents as total', 'transaction_id as transactionId'])
        .select(['state', 'carrier', 'tracking', 'placed_at as placedAt'])
        .execute(),
      /** The results of idempotency keys. */
      keys: await snapshot
        .selectFrom('idempotency_keys')
        .select(['key', sql<string | null>`answer ->> 'purchaseId'`.as('purchaseId')])
        .select(sql<string | null>`answer ->> 'refundId'`.as('refundId'))
        .execute(),
      transitions: await snapshot
        .selectFrom('order_moves')
        .select(['order_id as orderId', 'to_state as state'])
        .orderBy('id')
        .execute(),
      refunds: await snapshot
        .selectFrom('refunds')
        .select(['id', 'provider_id as providerId', 'amount_cents as amount', 'status'])
        // several when a late payment of several orders is refunded as one
        .select(
          sql<{ orderId: string; amount: number; units: number }[]>`(
            select coalesce(jsonb_agg(jsonb_build_object('orderId', order_id, 'amount', amount_cents, 'units', returned_units)), '[]')
            from refund_lines where refund_id = refunds.id)`.as('lines'),
        )
        // automatic ones are requested by nobody
        .select(sql<boolean>`requested_by is not null`.as('isRequested'))
        .execute(),
      edits: await snapshot
        .selectFrom('admin_changes')
        .select('subject_id as partId')
        .select(sql<'price' | 'stock'>`case when after ? 'stock' then 'stock' else 'price' end`.as('field'))
        .select(sql<number>`coalesce(before ->> 'stock', before ->> 'price_cents')::int`.as('before'))
        .select(sql<number>`coalesce(after ->> 'stock', after ->> 'price_cents')::int`.as('after'))
        .where('subject', '=', 'parts')
        .where(sql<boolean>`before is not null and (after ? 'stock' or after ? 'price_cents')`)
        .orderBy('id')
        .execute(),
      parts: await snapshot
        .selectFrom('parts')
        .select(['id', 'slug', 'price_cents as cents', 'stock'])
        .select(
          sql<number>`(select coalesce(sum(units), 0)::int from stock_movements where part_id = parts.id)`.as(
            'moved',
          ),
        )
        .where('id', 'in', parts)
        .execute(),
    }));
}

/** Transitions without exactly one mail job, which the same transaction must write. */
export async function findTransitionsWithoutMail(db: Database): Promise<string[]> {
  const { rows } = await sql<{ orderId: string; state: string; jobs: number }>`
    with mails as (
      select id, data ->> 'change' as change,
        jsonb_array_elements_text(data -> 'orderIds') as order_id
      from pgboss.job where name = 'mail-order'
    )
    select order_moves.order_id as "orderId", order_moves.to_state as state, count(mails.id)::int as jobs
    from order_moves
    left join mails on mails.order_id = order_moves.order_id::text
      and mails.change = case order_moves.to_state when 'unpaid' then 'placed' else order_moves.to_state end
    where order_moves.to_state in ('unpaid', 'paid', 'cancelled', 'shipped')
    group by order_moves.id having count(mails.id) <> 1`.execute(db);
  return rows.map(({ orderId, state, jobs }) => `Order ${orderId} became ${state} with ${jobs} mail jobs.`);
}

/** `kill -9` does not lose the system's cache; these settings protect from a power failure, too. */
export async function findUnsafeSettings(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting <> 'on'`.execute(db);
  return rows.map(({ name, setting }) => `PostgreSQL runs with ${name} ${setting}.`);
}
