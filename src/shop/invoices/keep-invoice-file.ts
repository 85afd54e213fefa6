/** Makes the document of an invoice or note once, and keeps its bytes. */
import { createHash } from 'node:crypto';
import {
  findInvoiceFile,
  type InvoiceFile,
  type InvoiceRow,
  insertInvoiceFile,
  readIssuedInvoice,
} from '#database/invoices/invoices.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** Drawn from what was kept when it was issued, so that it says the same whenever it is made. */
export async function keepInvoiceFile(
  { db }: Pick<Dependencies, 'db'>,
  { invoice, at }: { invoice: InvoiceRow; at: Date },
): Promise<InvoiceFile> {
  const kept = await findInvoiceFile(db, invoice.id);
  if (kept) return kept;
  const { drawInvoice } = await import('#pdf/invoice.ts');
  const pdf = await drawInvoice(readIssuedInvoice(invoice));
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  await insertInvoiceFile(db, { invoiceId: invoice.id, pdf, sha256, at });
  return (await findInvoiceFile(db, invoice.id)) ?? { pdf, sha256 };
}
