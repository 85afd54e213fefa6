/** Reads and writes of invoices and of the notes that correct them. */
import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { IssuedInvoice } from '#invoices/rules/invoice-document.ts';
import {
  chooseSeries,
  formatInvoiceNumber,
  type InvoiceContent,
  isTestSeries,
} from '#invoices/rules/invoices.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { selectVisiblePurchases } from '#purchases/database/purchases.ts';

export type InvoiceRow = Selectable<DatabaseSchema['invoices']>;

/** `invoice_id`: of the invoice that a note corrects. */
type NewInvoice = Omit<InvoiceRow, 'id' | 'series' | 'number'>;

/**
 * Takes the next number of its series. The counter stays locked until the commit, so this must be the last thing that
 * its transaction does: whoever waits for it holds nothing that another one waits for.
 */
export async function insertInvoice(db: Database, invoice: NewInvoice): Promise<void> {
  const { content, issued_at: at, ...columns } = invoice;
  const series = chooseSeries(invoice.kind, content.isTestPayment);
  const { last: number } = await db
    .insertInto('invoice_counters')
    .values({ series, last: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last: sql<number>`invoice_counters.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('invoices')
    .values({
      ...columns,
      ...{ id: randomUUIDv7(), series, number, content: JSON.stringify(content) },
      // not before the one that the counter has waited for, which is why this is another statement; a clock that was
      // wrong is not followed
      issued_at: sql<Date>`greatest(${at}::timestamptz, (select issued_at from invoices
        where series = ${series} and number = ${number - 1} and issued_at < ${at}::timestamptz + interval '1 hour'))`,
    })
    .execute();
}

/** Of the payment of the statement around. */
export const hasTestInvoice = sql<boolean>`exists (
  select from invoices where payment_id = payments.id and kind = 'invoice' and series = 'test-invoice')`;

/** What tables for accountants join: the columns of the document, of its content what is in no line and of no person. */
export function selectDocuments(db: Database) {
  return db
    .selectFrom('invoices')
    .select(['purchase_id', 'payment_id', 'refund_id', 'kind', 'series', 'number', 'issued_at'])
    .select(
      sql<
        Pick<InvoiceContent, 'prefix' | 'taxPlace' | 'timeZone' | 'tax' | 'isTestPayment'>
      >`content - '{seller,buyer,handover,lines,delivery}'::text[]`.as('content'),
    )
    .select(['total_cents as document_cents', 'tax_cents']);
}

/** The invoice first, then its notes in the order of their numbers. */
export function findInvoicesOfPayment(db: Database, paymentId: string): Promise<InvoiceRow[]> {
  return selectInOrder(db).where('payment_id', '=', paymentId).execute();
}

export function findInvoicesOfPurchase(db: Database, purchaseId: string): Promise<InvoiceRow[]> {
  return selectInOrder(db).where('purchase_id', '=', purchaseId).execute();
}

function selectInOrder(db: Database) {
  return db
    .selectFrom('invoices')
    .selectAll()
    .orderBy(sql`kind = 'invoice'`, 'desc')
    .orderBy('series')
    .orderBy('number');
}

/** Of an invoice or a note with this number, also where its letters are typed small. */
export function selectPurchasesByDocument(db: Database, name: string) {
  return db
    .selectFrom('invoices')
    .select('purchase_id')
    .where(sql`name_invoice(content ->> 'prefix', series, number)`, 'in', [name, name.toUpperCase()]);
}

/** For its buyer and for administrators. */
export function findVisibleInvoice(
  db: Database,
  viewer: Viewer,
  id: string,
): Promise<InvoiceRow | undefined> {
  return selectVisiblePurchases(db, viewer)
    .innerJoin('invoices', 'invoices.purchase_id', 'purchases.id')
    .selectAll('invoices')
    .where('invoices.id', '=', id)
    .executeTakeFirst();
}

export function readIssuedInvoice(row: InvoiceRow): IssuedInvoice {
  return {
    kind: row.kind,
    number: nameInvoice(row),
    isTest: isTestSeries(row.series),
    content: row.content,
    total: row.total_cents,
    tax: row.tax_cents,
    issuedAt: row.issued_at,
  };
}

/** Its whole number, as 'INV-000042'. */
export function nameInvoice({
  content,
  series,
  number,
}: Pick<InvoiceRow, 'series' | 'number'> & { content: Pick<InvoiceContent, 'prefix'> }): string {
  return formatInvoiceNumber(content.prefix, series, number);
}

export type InvoiceFile = { pdf: Buffer; sha256: string };

export function findInvoiceFile(db: Database, invoiceId: string): Promise<InvoiceFile | undefined> {
  return db
    .selectFrom('invoice_files')
    .select(['pdf', 'sha256'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
}

/** Does nothing when the document is kept already: the first one stays. */
export async function insertInvoiceFile(
  db: Database,
  { invoiceId, at, ...file }: InvoiceFile & { invoiceId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('invoice_files')
    .values({ invoice_id: invoiceId, ...file, made_at: at })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute();
}

/** Notes have that of the invoice that they correct, whenever they are issued. */
export async function findUsedPrefixes(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(sql<string>`content ->> 'prefix'`.as('prefix'))
    .distinct()
    .execute();
  return rows.map(({ prefix }) => prefix);
}

/** Numbers that two documents have, that are missing, and counters that are not at the last number; none in an undisturbed shop. */
export async function findNumberFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ series: string; count: number; first: number; max: number; last: number }>`
    select series, coalesce(count, 0) as count, coalesce(first, 0) as first, coalesce(max, 0) as max,
      coalesce(last, 0) as last
    from invoice_counters full join (
      select series, count(*)::int as count, min(number) as first, max(number) as max
      from invoices group by series) numbered using (series)`.execute(db);
  const { rows: repeated } = await sql<{ name: string; count: number }>`
    select name_invoice(content ->> 'prefix', series, number) as name, count(*)::int as count
    from invoices group by 1 having count(*) > 1 order by 1`.execute(db);
  const gaps = rows
    .filter(({ count, first, max, last }) => first !== 1 || max !== count || last !== count)
    .map(
      ({ series, count, first, max, last }) =>
        `The series “${series}” has ${count} documents, from number ${first} to ${max}, and its counter is at ${last}.`,
    );
  return [...gaps, ...repeated.map(({ name, count }) => `${count} documents have the number ${name}.`)];
}
