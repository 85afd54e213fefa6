/** Compares invoices and notes with the payments and refunds that they are of. */
import type { PurchaseBooks } from '#administration/rules/audit-records.ts';
import { computeTax } from '#delivery/rules/tax.ts';
import { sumCredited } from '#invoices/rules/invoices.ts';
import { formatMoney } from '#kernel/money.ts';

type InvoiceBooks = PurchaseBooks['invoices'][number];

/** Payments that an earlier release settled have no invoice, and their refunds no notes. */
export function auditInvoices(books: PurchaseBooks): string[] {
  return books.invoices
    .filter(({ kind }) => kind === 'invoice')
    .flatMap((invoice) => [
      ...auditCharge(invoice, books),
      ...auditNotes(invoice, books),
      ...auditTax(invoice, books),
    ]);
}

function auditCharge({ number, paymentId, total }: InvoiceBooks, { money }: PurchaseBooks): string[] {
  const charged = money
    .filter((each) => each.kind === 'charge' && each.paymentId === paymentId)
    .reduce((sum, { amount }) => sum + amount, 0);
  if (charged === total) return [];
  return [`invoice ${number} is of ${formatMoney(total)}, but ${formatMoney(charged)} was charged.`];
}

function auditNotes({ paymentId }: InvoiceBooks, { invoices, refunds }: PurchaseBooks): string[] {
  return refunds
    .filter((refund) => refund.paymentId === paymentId && refund.hasSucceeded)
    .flatMap(({ id, amount, status }) => {
      const expected = status === 'failed' ? ['credit-note', 'reversal'] : ['credit-note'];
      const notes = invoices.filter(({ refundId }) => refundId === id);
      const kinds = notes.map(({ kind }) => kind).sort();
      const isRight = kinds.join() === expected.join() && notes.every(({ total }) => total === amount);
      return isRight
        ? []
        : [
            `refund ${id} of ${formatMoney(amount)} has other notes than it should: ${kinds.join(', ') || 'none'}.`,
          ];
    });
}

/** Whatever was refunded, the tax is that of the sum. */
function auditTax(invoice: InvoiceBooks, { invoices }: PurchaseBooks): string[] {
  const notes = invoices.filter(({ invoiceId }) => invoiceId === invoice.id);
  const credited = sumCredited(notes);
  const expected = [computeTax(invoice.total, invoice.rate), computeTax(credited.total, invoice.rate)];
  if (expected[0] === invoice.tax && expected[1] === credited.tax) return [];
  return [`invoice ${invoice.number} and its notes have another tax than their sums.`];
}
