/** Invoices and the notes that correct them: what their documents say, and how they are numbered. */
import { computeTax, type Tax, type TaxPlace } from '#delivery/rules/tax.ts';
import type { Cents } from '#kernel/money.ts';

/** A reversal takes a credit note back: the bank returned the refund to the shop. */
export const invoiceKinds = ['invoice', 'credit-note', 'reversal'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** What is numbered together, from 1 and without gaps. Tests of the shop, which no money pays for, are apart. */
const invoiceSeries = ['invoice', 'credit-note', 'test-invoice', 'test-credit-note'] as const;
export type InvoiceSeries = (typeof invoiceSeries)[number];

export function chooseSeries(kind: InvoiceKind, isTestPayment: boolean): InvoiceSeries {
  const series = kind === 'invoice' ? 'invoice' : 'credit-note';
  return isTestPayment ? `test-${series}` : series;
}

export function isTestSeries(series: InvoiceSeries): boolean {
  return series.startsWith('test-');
}

/** 'INV-000042'; a credit note or reversal is 'INV-C000042', and a test 'TEST-INV-000042', so that no two are called alike. */
export function formatInvoiceNumber(prefix: string, series: InvoiceSeries, number: number): string {
  const letter = series.endsWith('invoice') ? '' : 'C';
  return `${isTestSeries(series) ? 'TEST-' : ''}${prefix}${letter}${String(number).padStart(6, '0')}`;
}

/**
 * The earlier number that one with this prefix could meet: with 'INV-C' invoices get the numbers that credit notes have
 * with 'INV-'. What is equal without the digits at its end can be equal with a number behind it.
 */
export function findMetNumber(prefix: string, earlier: readonly string[]): string | undefined {
  for (const other of earlier)
    for (const series of invoiceSeries)
      for (const met of invoiceSeries)
        if (series !== met && readBeginning(prefix, series) === readBeginning(other, met))
          return formatInvoiceNumber(other, met, 1);
  return undefined;
}

function readBeginning(prefix: string, series: InvoiceSeries): string {
  return formatInvoiceNumber(prefix, series, 0).replace(/[0-9]+$/, '');
}

/** All that the document says but its number; kept when it is issued, whatever becomes of settings, orders and rules. */
export type InvoiceContent = {
  prefix: string;
  seller: {
    name: string;
    companyName: string;
    postalAddress: string;
    email: string;
    registration: string;
    taxId: string;
  };
  /** `location`: empty when parts were collected and nothing else was said. */
  buyer: {
    name: string;
    location: string;
    email: string;
    phone: string;
    company?: string;
    vatNumber?: string;
  };
  /** Where the parts go or are collected, when that is not where the buyer is; undefined on documents of before, too. */
  handover?: { isPickUp: boolean; place: string };
  /** Undefined when it is not known, and on documents of before. */
  taxPlace?: TaxPlace;
  /** By which its days are reckoned. */
  timeZone: string;
  orderedAt: string;
  transactionId: string;
  isTestPayment: boolean;
  lines: InvoiceLine[];
  /** In cents; included in the total. Null on notes, whose lines have their part of it. */
  delivery: { name: string; cents: Cents } | null;
  tax: Tax | null;
  /** On notes: what is corrected, and why. */
  corrects?: { number: string; issuedAt: string };
  reason?: string;
};

/** On notes `quantity` and `unitCents` are null: a sum is refunded, not units. */
export type InvoiceLine = {
  orderId: string;
  name: string;
  quantity: number | null;
  unitCents: Cents | null;
  cents: Cents;
};

export type InvoiceAmounts = { kind: InvoiceKind; total: Cents; tax: Cents };

/**
 * Of a note, in cents: so that the notes of an invoice together always have the tax of what they credit together, and those
 * of a full refund that of the invoice.
 */
export function computeTaxOfNote(
  { kind, total }: Pick<InvoiceAmounts, 'kind' | 'total'>,
  earlier: readonly InvoiceAmounts[],
  tax: Tax | null,
): number {
  const credited = sumCredited(earlier.filter((one) => one.kind !== 'invoice'));
  const sign = kind === 'reversal' ? -1 : 1;
  return sign * (computeTax(credited.total + sign * total, tax) - credited.tax);
}

/** Credit notes without what reversals took back, in cents. */
export function sumCredited(notes: readonly InvoiceAmounts[]): { total: Cents; tax: Cents } {
  return notes.reduce(
    (sum, { kind, total, tax }) =>
      kind === 'reversal'
        ? { total: sum.total - total, tax: sum.tax - tax }
        : { total: sum.total + total, tax: sum.tax + tax },
    { total: 0, tax: 0 },
  );
}
