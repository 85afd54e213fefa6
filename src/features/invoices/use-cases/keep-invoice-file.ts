/** Makes the document of an invoice or note once, and keeps its bytes. */
import { createHash } from 'node:crypto';
import {
  findInvoiceFile,
  type InvoiceFile,
  type InvoiceRow,
  insertInvoiceFile,
  readIssuedInvoice,
} from '#invoices/database/invoices.ts';
import { drawInvoiceTask } from '#invoices/use-cases/isolated-tasks.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { runIsolated } from '#platform/system/isolation/run-isolated.ts';

/** Drawn from what was kept when it was issued, so that it says the same whenever it is made. Refuses: work-busy, work-too-costly. */
export async function keepInvoiceFile(
  { db, isolation }: Pick<Dependencies, 'db' | 'isolation'>,
  { viewer, invoice, at }: { viewer: Viewer | undefined; invoice: InvoiceRow; at: Date },
): Promise<InvoiceFile | Refusal> {
  const kept = await findInvoiceFile(db, invoice.id);
  if (kept) return kept;
  const issued = readIssuedInvoice(invoice);
  const pdf = await runIsolated({ isolation }, { task: drawInvoiceTask, args: [issued], viewer });
  if (isRefused(pdf)) return pdf;
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  await insertInvoiceFile(db, { invoiceId: invoice.id, pdf, sha256, at });
  return (await findInvoiceFile(db, invoice.id)) ?? { pdf, sha256 };
}
