/** Writes the types of `schema.ts` from a migrated database, and from what the program knows of columns beyond it. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';

/** Where the program narrows texts and JSON (a JSON object by default): module, columns, type. */
const narrowedTypes: Record<string, Record<string, string>> = {
  '#kernel/admin-changes.ts': { 'admin_changes.subject': 'ChangeSubject' },
  '#kernel/alert-kinds.ts': { 'alerts.kind': 'AlertKind' },
  '#catalogue/rules/parts.ts': {
    'part_slugs.category': 'Category',
    'parts.category': 'Category',
    'stock_movements.reason': 'StockReason',
  },
  '#catalogue/rules/facts/typed-facts.ts': { 'parts.facts': 'Facts' },
  '#catalogue/rules/specifications.ts': { 'parts.specs': 'SpecificationValues' },
  '#delivery/rules/address-fields.ts': {
    'purchases.address': 'Address',
    'saved_addresses.address': 'Address',
  },
  '#delivery/rules/agreed-delivery.ts': { 'purchases.delivery': 'AgreedDelivery' },
  '#delivery/rules/rules.ts': { 'delivery_rules.document': 'DeliveryRules' },
  '#purchases/rules/billing.ts': { 'purchases.billing': 'Billing' },
  '#invoices/rules/invoices.ts': {
    'invoice_counters.series': 'InvoiceSeries',
    'invoices.content': 'InvoiceContent',
    'invoices.kind': 'InvoiceKind',
    'invoices.series': 'InvoiceSeries',
  },
  '#kernel/money.ts': {}, // columns whose name ends in _cents
  '#purchases/rules/orders.ts': {
    'order_moves.from_state': 'OrderState',
    'order_moves.noticed_through': 'PaymentNotice',
    'order_moves.to_state': 'OrderState',
    'orders.state': 'OrderState',
  },
  '#payments/rules/payments.ts': {
    'money_movements.kind': 'MoneyKind',
    'payment_attempts.outcome': 'AttemptOutcome',
    'payments.status': 'PaymentStatus',
  },
  '#payments/rules/refunds.ts': { 'refunds.status': 'RefundStatus' },
  '#kernel/people.ts': { 'people.role': 'Role' },
  '#settings/rules/checklist.ts': { 'probes.state': 'CheckState' },
  '': { 'parts.derived_fields': 'string[]', 'parts.doubtful_fields': 'string[]' },
};

/** Columns that are never updated, besides uuids, primary keys, `created_at` and those of the tables with the trigger `only_added_to`. */
const fixed: Record<string, string[]> = {
  disputes: ['provider_id', 'opened_at'],
  orders: [
    ...['buyer_name', 'buyer_email', 'part_name', 'part_image', 'unit_price_cents', 'quantity'],
    ...['total_cents', 'placed_at', 'expires_at'],
  ],
  parts: ['file_row'],
  payments: ['amount_cents'],
  refunds: ['amount_cents', 'reason', 'made_at_provider'],
};

/** Tables of which nothing else is ever updated. */
const updated: Record<string, string[]> = {
  admin_changes: [],
  alert_mails: [],
  alerts: ['period'],
  builds: ['name'],
  ceo_letters: [],
  idempotency_keys: ['answer'],
  order_moves: [],
  part_slugs: [],
  payment_attempts: [],
  purchases: ['address', 'delivery_cents'],
  refund_lines: [],
  schema_releases: [],
  webhook_events: [],
};

/** Whoever makes a row states these, although the database has a default for the release before. */
const stated = ['disputes.is_refundable', 'purchases.order_count'];

/** Of the migrations themselves. */
const unknownTables = ['schema_migrations'];

const types: Record<string, string> = {
  ...{ uuid: 'string', text: 'string', xid8: 'string' },
  ...{ integer: 'number', numeric: 'number', boolean: 'boolean' },
  ...{ 'timestamp with time zone': 'Date', bytea: 'Buffer', jsonb: 'Record<string, unknown>' },
};

type Column = {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
  isFixed: boolean;
};

/** The text of `schema.ts`, as the formatter has it. Throws for a type of PostgreSQL, or a name above, that it does not know. */
export async function describeTables(db: Database): Promise<string> {
  const { rows: columns } = await sql<Column>`
    select relname as table, attname as column, format_type(atttypid, null) as type,
           not attnotnull as "isNullable", atthasdef as "hasDefault",
           attidentity <> '' or atttypid = 'xid8'::regtype as "isGenerated",
           atttypid = 'uuid'::regtype or attname = 'created_at'
             or exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey))
             or exists (select from pg_trigger where tgrelid = attrelid and tgname = 'only_added_to') as "isFixed"
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${unknownTables})
      and attnum > 0 and not attisdropped
    order by relname collate "C", attnum`.execute(db);
  const names = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]));
  const unknown = listKnownNames().filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new Error(`describe-tables.ts names what is not there: ${unknown.join(', ')}`);
  const tables = Map.groupBy(columns, ({ table }) => table);
  return [
    '/** The tables of the migrated database as types, written by `npm run shop -- describe-database`. */',
    `import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';`,
    ...Object.entries(narrowedTypes)
      .sort()
      .flatMap(([module, ofColumns]) => {
        const names = [...new Set(Object.values(ofColumns))].sort().join(', ') || 'Cents';
        const line = `import type { ${names} } from '${module}';`;
        if (module === '') return [];
        return line.length <= 110
          ? [line]
          : [`import type {`, `  ${names.replaceAll(', ', ',\n  ')},`, `} from '${module}';`];
      }),
    '',
    '/** Stated when a row is made, and never changed. */',
    'type Fixed<Value, Stated = Value> = ColumnType<Value, Stated, never>;',
    '',
    'export type DatabaseSchema = {',
    ...[...tables].flatMap(([table, ofTable]) => [
      `  ${table}: {`,
      ...ofTable.map((column) => `    ${column.column}: ${describeColumn(column)};`),
      '  };',
    ]),
    '};',
    '',
  ].join('\n');
}

function listKnownNames(): string[] {
  const columns = [...Object.entries(fixed), ...Object.entries(updated)].flatMap(([table, ofTable]) => [
    table,
    ...ofTable.map((column) => `${table}.${column}`),
  ]);
  return [...Object.values(narrowedTypes).flatMap(Object.keys), ...columns, ...stated];
}

function describeColumn({ table, column, type, isNullable, isGenerated, ...rest }: Column): string {
  const name = `${table}.${column}`;
  const orNull = isNullable ? ' | null' : '';
  const narrowed = Object.values(narrowedTypes).find((ofColumns) => ofColumns[name])?.[name];
  const known = narrowed ?? (column.endsWith('_cents') ? 'Cents' : types[type]);
  if (!known) throw new Error(`describe-tables.ts has no type for ${name}, a ${type}`);
  const value = `${known}${orNull}`;
  if (isGenerated) return `GeneratedAlways<${value}>`;
  const isFixed =
    rest.isFixed || fixed[table]?.includes(column) || updated[table]?.includes(column) === false;
  const changed = `${type === 'jsonb' ? 'string' : known}${orNull}`;
  const written = `${changed}${rest.hasDefault && !stated.includes(name) ? ' | undefined' : ''}`;
  if (isFixed) return `Fixed<${value}${written === value ? '' : `, ${written}`}>`;
  if (type === 'jsonb')
    return `JSONColumnType<${value}${written === 'string' ? '' : `, ${written}, ${changed}`}>`;
  return written === value ? value : `Generated<${value}>`;
}
