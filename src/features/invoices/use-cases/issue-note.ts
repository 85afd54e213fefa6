/** Issues the note that corrects an invoice, in the transaction that settles a refund. */
import {
  findInvoicesOfPayment,
  type InvoiceRow,
  insertInvoice,
  nameInvoice,
} from '#invoices/database/invoices.ts';
import { computeTaxOfNote, type InvoiceAmounts, type InvoiceKind } from '#invoices/rules/invoices.ts';
import type { Cents } from '#kernel/money.ts';
import type { TransactionDependencies } from '#platform/jobs/dependencies.ts';

export type CorrectedInvoice = {
  kind: Exclude<InvoiceKind, 'invoice'>;
  refund: CorrectingRefund;
  /** What each order gets of it. */
  lines: readonly { order_id: string; part_name: string; amount_cents: Cents }[];
  at: Date;
};

type CorrectingRefund = {
  id: string;
  payment_id: string;
  amount_cents: Cents;
  reason: string;
  failure: string | null;
};

/**
 * Does nothing for a payment without an invoice: an earlier release took it, or no order. Must be the last statement of
 * the transaction (`insertInvoice`).
 */
export async function issueNote(
  { db }: Pick<TransactionDependencies, 'db'>,
  { kind, refund, lines, at }: CorrectedInvoice,
): Promise<void> {
  const [invoice, ...notes] = await findInvoicesOfPayment(db, refund.payment_id);
  if (invoice?.kind !== 'invoice') return;
  const { content } = invoice;
  const total = refund.amount_cents;
  await insertInvoice(db, {
    kind,
    purchase_id: invoice.purchase_id,
    payment_id: refund.payment_id,
    refund_id: refund.id,
    invoice_id: invoice.id,
    total_cents: total,
    tax_cents: computeTaxOfNote({ kind, total }, notes.map(readAmounts), content.tax),
    content: {
      ...content,
      lines: lines.map(({ order_id, part_name, amount_cents }) => ({
        orderId: order_id,
        name: part_name,
        quantity: null,
        unitCents: null,
        cents: amount_cents,
      })),
      delivery: null,
      corrects: referTo(kind === 'reversal' ? findCreditNote(notes, refund) : invoice),
      reason: kind === 'reversal' ? (refund.failure ?? '') : refund.reason,
    },
    issued_at: at,
  });
}

function findCreditNote(notes: readonly InvoiceRow[], { id }: CorrectingRefund): InvoiceRow {
  const note = notes.find(({ kind, refund_id }) => kind === 'credit-note' && refund_id === id);
  if (!note) throw new Error(`Refund ${id} came back, but has no credit note`);
  return note;
}

function referTo(invoice: InvoiceRow) {
  return { number: nameInvoice(invoice), issuedAt: invoice.issued_at.toISOString() };
}

function readAmounts({ kind, total_cents, tax_cents }: InvoiceRow): InvoiceAmounts {
  return { kind, total: total_cents, tax: tax_cents };
}
