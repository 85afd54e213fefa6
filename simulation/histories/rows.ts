/** What the database holds after a history, read in one statement. */
import type pg from 'pg';

export type OrderRecord = {
  id: string;
  part_id: string;
  buyer_id: string;
  phone: string;
  purchase_id: string;
  unit_price_cents: number;
  quantity: number;
  total_cents: number;
  delivery_cents: number;
  refunded_cents: number;
  state: string;
  transaction_id: string | null;
  tracking: string | null;
  expires_at: string;
};

export type RefundRecord = {
  id: string;
  payment_id: string;
  provider_id: string | null;
  amount_cents: number;
  reason: string;
  status: string;
  succeeded_at: string | null;
  requested_by: string | null;
  made_at_provider: boolean;
};

export type Rows = {
  parts: { id: string; stock: number; price_cents: number }[];
  purchases: { id: string; order_count: number; delivery_cents: number }[];
  orders: OrderRecord[];
  order_moves: {
    id: string;
    order_id: string;
    from_state: string | null;
    to_state: string;
    actor_id: string | null;
    moved_at: string;
  }[];
  payments: {
    id: string;
    order_id: string;
    purchase_id: string;
    provider_id: string | null;
    amount_cents: number;
    status: string;
  }[];
  payment_attempts: { payment_id: string; provider_id: string; outcome: string }[];
  refunds: RefundRecord[];
  refund_lines: { refund_id: string; order_id: string; amount_cents: number; returned_units: number }[];
  disputes: { payment_id: string; provider_id: string; amount_cents: number; status: string }[];
  webhook_events: { id: string }[];
  stock_movements: {
    part_id: string;
    order_id: string | null;
    units: number;
    reason: string;
    moved_at: string;
  }[];
  money_movements: { kind: string; provider_id: string; amount_cents: number }[];
  admin_changes: { subject: string; subject_id: string; changed_at: string }[];
  basket_lines: { part_id: string }[];
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

const tables = [
  ...['parts', 'purchases', 'orders', 'order_moves', 'payments', 'payment_attempts', 'refunds'],
  ...['refund_lines', 'disputes', 'webhook_events', 'stock_movements', 'money_movements', 'admin_changes'],
  ...['basket_lines', 'simulated_jobs'],
];

const query = `select ${tables
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
