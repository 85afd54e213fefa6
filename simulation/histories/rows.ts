/** What the database holds after a history, read in one statement. */
import type { Selectable } from 'kysely';
import type pg from 'pg';
import type { DatabaseSchema } from '#platform/database/schema.ts';

const tables = [
  ...(['parts', 'purchases', 'orders', 'order_moves', 'payments', 'payment_attempts', 'refunds'] as const),
  ...(['refund_lines', 'disputes', 'webhook_events', 'stock_movements', 'money_movements'] as const),
  ...(['admin_changes', 'basket_lines'] as const),
];

type Row<Table extends keyof DatabaseSchema> = InJson<Selectable<DatabaseSchema[Table]>>;
/** Moments are texts. */
type InJson<Columns> = { [Column in keyof Columns]: MomentAsText<Columns[Column]> };
type MomentAsText<Value> = Value extends Date ? string : Value;

export type OrderRecord = Row<'orders'>;
export type RefundRecord = Row<'refunds'>;

export type Rows = { [Table in (typeof tables)[number]]: Row<Table>[] } & {
  simulated_jobs: {
    name: string;
    content: {
      change?: string;
      orderIds?: string[];
      refundId?: string;
      subject?: { about: string; id: string };
    };
  }[];
};

const query = `select ${[...tables, 'simulated_jobs']
  .map((table) => `(select coalesce(json_agg(row_to_json(${table})), '[]') from ${table}) as ${table}`)
  .join(', ')}`;

export async function readRows(client: pg.Client): Promise<Rows> {
  const { rows } = await client.query<Rows>({ name: 'rows', text: query });
  const [read] = rows;
  if (!read) throw new Error('The tables could not be read.');
  // ids are made in the order of time
  read.order_moves.sort((one, other) => (one.id < other.id ? -1 : 1));
  return read;
}

/** What of the refund is of the order. */
export function findLine({ id }: RefundRecord, orderId: string, rows: Rows) {
  return rows.refund_lines.find(({ refund_id, order_id }) => refund_id === id && order_id === orderId);
}
