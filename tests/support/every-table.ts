/** A row for every table, with values that are easily corrupted in files. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { defaultDeliveryRules } from '#delivery/rules/rules.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

/** Line and column separators, escapes, and text that looks like NULL. */
const oddText = 'a\tb\nc\r\nd\\N \\."e",\u2028ü😀\\x00 NULL';

export const imageKey = `${'ab'.repeat(20)}-400x300`;
const image = `/images/${imageKey}-400.jpg`;

/** What cannot be any value of its type. */
const stated: { [Table in keyof DatabaseSchema]?: Partial<Insertable<DatabaseSchema[Table]>> } = {
  alerts: { kind: 'order' },
  builds: { id: '23456789bc' },
  ceo_letters: { email: 'a@example.com' },
  delivery_rules: { document: JSON.stringify(defaultDeliveryRules) },
  invoice_counters: { series: 'invoice' },
  invoice_files: { sha256: 'ab'.repeat(32) },
  invoices: { series: 'invoice', kind: 'invoice', refund_id: null, invoice_id: null },
  money_movements: { kind: 'charge' },
  order_moves: { from_state: null, to_state: 'unpaid', noticed_through: 'page' },
  orders: { state: 'unpaid', transaction_id: null, part_image: image },
  page_texts: { text: '# A', content: JSON.stringify({ title: 'A', opening: [], sections: [] }) },
  part_slugs: { category: 'memory' },
  parts: { category: 'memory', slug: 'a', image, gtin: '12345678' },
  payment_attempts: { outcome: 'declined' },
  payments: { status: 'open' },
  people: { email: 'a@example.com', image, role: 'admin' },
  probes: { state: 'done' },
  refunds: { status: 'pending', succeeded_at: null, failed_at: null },
  stock_movements: { reason: 'order', units: -2 },
  uploaded_pictures: { key: imageKey },
};

/** Inserts a row into each table, with a value in every column that may have one. */
export async function fillEveryTable(db: Database): Promise<void> {
  const { rows } = await sql<Column>`
    select relname as table, attname as column, format_type(atttypid, null) as type,
      (select confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = attrelid and conkey = array[attnum] limit 1) as references
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema\\_%'
      and attnum > 0 and not attisdropped and attidentity = '' and atttypid <> 'xid8'::regtype`.execute(db);
  const ids = new Map(rows.map(({ table }) => [table, randomUUIDv7()]));
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction); // in any order of the tables
    for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
      const values = columns.map((column) => [column.column, makeValue(column, ids)]);
      const row = { ...Object.fromEntries(values), ...stated[table as keyof DatabaseSchema] };
      await transaction
        .insertInto(table as keyof DatabaseSchema)
        .values(row)
        .execute();
    }
  });
}

type Column = { table: string; column: string; type: string; references: string | null };

function makeValue({ table, column, type, references }: Column, ids: Map<string, string>): unknown {
  if (type === 'uuid') return ids.get(references ?? (column === 'id' ? table : '')) ?? randomUUIDv7();
  return {
    text: oddText,
    jsonb: JSON.stringify({ odd: oddText, number: 1e-7 }),
    tsvector: `'it''s':1A 'b\\\\c':2`,
    integer: 1,
    numeric: 4.5,
    boolean: true,
    bytea: Buffer.from([0, 10, 13, 92, 255]),
    'timestamp with time zone': new Date('2026-02-03T04:05:06.789Z'),
  }[type];
}
