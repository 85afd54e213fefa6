/** Reads the rows that the journal is compared with directly from the database. */
import { sql } from 'kysely';
import type { RefundStatus } from '#payments/rules/refunds.ts';
import type { Database } from '#platform/database/connect.ts';
import type { OrderState } from '#purchases/rules/orders.ts';

export type DatabaseRows = {
  orders: OrderRow[];
  /** The results of idempotency keys. */
  keys: { key: string; purchaseId: string | null; refundId: string | null }[];
  transitions: { orderId: string; state: OrderState }[];
  refunds: RefundRow[];
  edits: { partId: string; field: 'price' | 'stock'; before: number; after: number }[];
  parts: { id: string; slug: string; cents: number; stock: number; moved: number }[];
};

/** Money in cents. */
type OrderRow = {
  id: string;
  purchaseId: string;
  partId: string;
  email: string;
  quantity: number;
  unitPrice: number;
  total: number;
  state: OrderState;
  transactionId: string | null;
  refunded: number;
  carrier: string | null;
  tracking: string | null;
  placedAt: Date;
};

type RefundRow = {
  id: string;
  providerId: string | null;
  amount: number;
  /** Several when a late payment of several orders is refunded as one. */
  lines: { orderId: string; amount: number; units: number }[];
  status: RefundStatus;
  /** False for automatic refunds. */
  isRequested: boolean;
};

/** A consistent snapshot; `parts` restricts the parts. */
export function readRows(db: Database, parts: readonly string[]): Promise<DatabaseRows> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const read = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(snapshot)).rows;
      return {
        orders: await read(sql<OrderRow>`
          select id, purchase_id as "purchaseId", part_id as "partId", buyer_email as email, quantity, unit_price_cents as "unitPrice",
            total_cents as total, state, transaction_id as "transactionId", refunded_cents as refunded,
            carrier, tracking, placed_at as "placedAt"
          from orders`),
        keys: await read(sql<DatabaseRows['keys'][number]>`
          select key, answer ->> 'purchaseId' as "purchaseId", answer ->> 'refundId' as "refundId"
          from idempotency_keys`),
        transitions: await read(sql<DatabaseRows['transitions'][number]>`
          select order_id as "orderId", to_state as state from order_moves order by id`),
        refunds: await read(sql<RefundRow>`
          select id, provider_id as "providerId", amount_cents as amount,
            (select coalesce(jsonb_agg(jsonb_build_object('orderId', order_id, 'amount', amount_cents, 'units', returned_units)), '[]')
              from refund_lines where refund_id = refunds.id) as lines,
            status, requested_by is not null as "isRequested"
          from refunds`),
        edits: await read(sql<DatabaseRows['edits'][number]>`
          select subject_id as "partId", case when after ? 'stock' then 'stock' else 'price' end as field,
            coalesce(before ->> 'stock', before ->> 'price_cents')::int as before,
            coalesce(after ->> 'stock', after ->> 'price_cents')::int as after
          from admin_changes
          where subject = 'parts' and before is not null and (after ? 'stock' or after ? 'price_cents')
          order by id`),
        parts: await read(sql<DatabaseRows['parts'][number]>`
          select id, slug, price_cents as cents, stock,
            (select coalesce(sum(units), 0)::int from stock_movements where part_id = parts.id) as moved
          from parts where id = any(${parts})`),
      };
    });
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
