/** Reads what accountants get of a period. */
import { sql } from 'kysely';
import { findTaxPlace } from '#delivery/rules/tax.ts';
import { nameInvoice, selectDocuments } from '#invoices/database/invoices.ts';
import type { InvoiceContent, InvoiceSeries } from '#invoices/rules/invoices.ts';
import { findDays, findInstant, readWallTime } from '#kernel/calendar.ts';
import type { Cents } from '#kernel/money.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import { isTestPayment } from '#payments/database/payments.ts';
import type { AccountingMovement, AccountingOrder } from '#payments/rules/accounting.ts';
import type { Database } from '#platform/database/connect.ts';
import { readInPieces } from '#platform/database/read-in-pieces.ts';
import { selectOrders } from '#purchases/database/orders.ts';
import {
  type PurchaseRow,
  readTax,
  selectOrdersWithPurchases,
  taxColumns,
} from '#purchases/database/purchases.ts';

/** `until`: exclusive. `homeCountry`: where collected parts are. */
export type Period = { from: Date; until: Date; homeCountry: string };

/** Those that were placed in it. */
export async function findAccountingOrders(db: Database, period: Period): Promise<AccountingOrder[]> {
  const orders = selectOrdersWithPurchases(db)
    .leftJoin('payments', 'payments.provider_id', 'orders.transaction_id')
    .leftJoin(selectDocuments(db).as('invoices'), (join) =>
      join.onRef('invoices.payment_id', '=', 'payments.id').on('invoices.kind', '=', 'invoice'),
    )
    .select(['orders.id', 'orders.placed_at as placedAt', 'orders.purchase_id as purchaseId'])
    .select(['orders.state', 'orders.quantity'])
    .select(['part_name as part', 'unit_price_cents as unitCents', 'orders.total_cents as cents'])
    .select(['orders.delivery_cents as deliveryCents', 'refunded_cents as refundedCents'])
    .select(['transaction_id as transactionId', 'buyer_name', 'buyer_email'])
    .select(sql<boolean>`payments.status is not distinct from 'late'`.as('isLate'))
    .select([...taxColumns, ...buyerColumns, ...documentColumns])
    .where('orders.placed_at', '>=', period.from)
    .where('orders.placed_at', '<', period.until)
    .orderBy('orders.id');
  return await readInPieces(db, orders, (order) => ({
    ...{ ...order, ...readBuyer(order, period), number: formatOrderNumber(order.id) },
    tax: readTax(order),
    invoice: readDocument(order),
  }));
}

/** All rows of the ledger of money in it. */
export async function findAccountingMovements(db: Database, period: Period): Promise<AccountingMovement[]> {
  const movements = selectOrdersWithPurchases(db)
    .innerJoin('money_movements', 'money_movements.order_id', 'orders.id')
    .leftJoin('payments', 'payments.id', 'money_movements.payment_id')
    .leftJoin('refunds', 'refunds.provider_id', 'money_movements.provider_id')
    .leftJoin(selectDocuments(db).as('invoices'), (join) =>
      join
        .onRef('invoices.payment_id', '=', 'money_movements.payment_id')
        .on(
          sql<boolean>`invoices.kind = case money_movements.kind
            when 'refund' then 'credit-note' when 'refund-failure' then 'reversal' else 'invoice' end`,
        )
        .on(sql<boolean>`invoices.refund_id is not distinct from refunds.id`),
    )
    .select(['moved_at as at', 'money_movements.kind', 'money_movements.provider_id as providerId'])
    .select(['orders.purchase_id as purchaseId', 'money_movements.amount_cents as cents'])
    .select(['buyer_name', 'buyer_email'])
    .select([...buyerColumns, ...documentColumns])
    .where('moved_at', '>=', period.from)
    .where('moved_at', '<', period.until)
    .orderBy('money_movements.id');
  return await readInPieces(db, movements, (row) => ({
    ...row,
    ...readBuyer(row, period),
    // a dispute is where its sale was, but its money is in no document
    document: row.kind.startsWith('dispute') ? null : readDocument(row),
  }));
}

/**
 * What the ledger of money has of charges, of those of the days that have one. The instants are those of the calendar: what
 * PostgreSQL calls a time zone is another one for 'CET' in summer, and for '+01:00'. `centsByThen`: of what was charged until
 * the minute of the day that it is at `at`.
 */
export async function sumCharges(
  db: Database,
  { days, timeZone, at }: { days: readonly string[]; timeZone: string; at: Date },
) {
  const { minutes } = readWallTime(at, timeZone);
  const begins = days.map((day) => findInstant(day, 0, timeZone));
  const thens = days.map((day) => findInstant(day, (minutes + 1) / 60, timeZone));
  const place = sql<number>`width_bucket(moved_at, ${begins}::timestamptz[])`;
  const rows = await selectCharges(db, { from: days[0] ?? '', to: days.at(-1) ?? '', timeZone })
    .select(({ fn }) => [
      place.as('place'),
      fn.count<number>('orders.purchase_id').distinct().as('purchases'),
      sql<Cents>`sum(amount_cents)::int8`.as('cents'),
      sql<Cents>`coalesce(sum(amount_cents) filter (where moved_at < (${thens}::timestamptz[])[${place}]), 0)::int8`.as(
        'centsByThen',
      ),
    ])
    .groupBy(sql`1`)
    .execute();
  return rows.map(({ place, ...sums }) => ({ day: days[place - 1] ?? '', ...sums }));
}

/** Their ids; for lists. */
export function selectPurchasesPaidOn(db: Database, day: string, timeZone: string) {
  return selectCharges(db, { from: day, to: day, timeZone }).select('orders.purchase_id');
}

function selectCharges(db: Database, { from, to, timeZone }: { from: string; to: string; timeZone: string }) {
  const period = findDays(from, to, timeZone);
  return selectOrders(db)
    .innerJoin('money_movements', 'money_movements.order_id', 'orders.id')
    .where('money_movements.kind', '=', 'charge')
    .where('moved_at', '>=', period.from)
    .where('moved_at', '<', period.until);
}

const buyerColumns = ['purchases.address', 'purchases.pick_up_at', 'purchases.billing'] as const;
const documentColumns = [
  'series',
  'number',
  'document_cents',
  'tax_cents',
  'content',
  'issued_at',
  isTestPayment.as('is_test'),
] as const;

type AccountingRow = Pick<PurchaseRow, 'address' | 'pick_up_at' | 'billing'> & {
  buyer_name: string;
  buyer_email: string;
  series: InvoiceSeries | null;
  number: number | null;
  document_cents: Cents | null;
  tax_cents: Cents | null;
  content: Pick<InvoiceContent, 'prefix' | 'taxPlace' | 'timeZone' | 'tax' | 'isTestPayment'> | null;
  issued_at: Date | null;
  is_test: boolean;
};

/** As the document has it, whatever was corrected since; and whether a test card paid. */
function readBuyer(row: AccountingRow, { homeCountry }: Period) {
  const place = row.content?.taxPlace ?? findTaxPlace(row, homeCountry);
  return {
    isTest: row.content?.isTestPayment ?? row.is_test,
    buyerName: row.buyer_name,
    buyerEmail: row.buyer_email,
    company: row.billing?.company ?? '',
    vatNumber: row.billing?.vatNumber ?? '',
    country: place?.country ?? '',
    region: place?.region ?? '',
  };
}

function readDocument({ series, number, content, issued_at, document_cents, tax_cents }: AccountingRow) {
  if (!series || !number || !content || !issued_at) return null;
  return {
    number: nameInvoice({ series, number, content }),
    issuedOn: readWallTime(issued_at, content.timeZone).day,
    totalCents: document_cents ?? 0,
    taxCents: tax_cents ?? 0,
    tax: content.tax,
  };
}
