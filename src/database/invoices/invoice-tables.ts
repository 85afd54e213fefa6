/** The tables of invoices as types. */
import type { JSONColumnType } from 'kysely';
import type { Immutable, ImmutableOptional } from '#database/column-types.ts';
import type { InvoiceContent, InvoiceKind, InvoiceSeries } from '#domain/invoices/invoices.ts';

export type InvoiceCountersTable = { series: Immutable<InvoiceSeries>; last: number };

export type InvoicesTable = {
  id: Immutable<string>;
  series: Immutable<InvoiceSeries>;
  number: Immutable<number>;
  kind: Immutable<InvoiceKind>;
  purchase_id: Immutable<string>;
  payment_id: Immutable<string>;
  refund_id: ImmutableOptional<string>;
  invoice_id: ImmutableOptional<string>;
  total_cents: Immutable<number>;
  tax_cents: Immutable<number>;
  content: JSONColumnType<InvoiceContent, string, never>;
  issued_at: Immutable<Date>;
};

export type InvoiceFilesTable = {
  invoice_id: Immutable<string>;
  pdf: Immutable<Buffer>;
  sha256: Immutable<string>;
  made_at: Immutable<Date>;
};
