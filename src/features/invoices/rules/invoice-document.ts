/** What the document of an invoice or note says, text by text: its PDF is drawn from it, and its page shows it. */
import { formatTax } from '#delivery/rules/tax.ts';
import type { InvoiceContent, InvoiceKind } from '#invoices/rules/invoices.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import { formatDayIn, formatTimeIn } from '#kernel/times.ts';
import { formatVatNumber } from '#purchases/rules/billing.ts';

/** All that is known of it; in cents. */
export type IssuedInvoice = {
  kind: InvoiceKind;
  number: string;
  /** Of a series of tests; documents of before have no such series. */
  isTest: boolean;
  content: InvoiceContent;
  total: Cents;
  tax: Cents;
  issuedAt: Date;
};

export type InvoiceDocument = {
  title: string;
  number: string;
  shop: string;
  /** Who issues it. */
  author: string;
  /** Postal addresses have line breaks. */
  from: string[];
  to: string[];
  facts: { name: string; value: string }[];
  /** Of a note they have neither unit price nor quantity. */
  lines: { name: string; order: string; unitPrice: string; quantity: string; amount: string }[];
  totals: { name: string; amount: string; isTotal: boolean }[];
};

const titles = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  reversal: 'Reversal of a credit note',
} satisfies Record<InvoiceKind, string>;

const totals = {
  invoice: 'Total, paid',
  'credit-note': 'Total, refunded',
  reversal: 'Total, not refunded',
} satisfies Record<InvoiceKind, string>;

export function describeInvoice(invoice: IssuedInvoice): InvoiceDocument {
  const { kind, number, content } = invoice;
  const { seller, buyer, lines } = content;
  return {
    title: invoice.isTest ? `${titles[kind]} (test)` : titles[kind],
    number,
    shop: seller.name,
    author: seller.companyName || seller.name,
    from: selectLines([
      seller.companyName === seller.name ? '' : seller.companyName,
      seller.postalAddress,
      seller.email,
      seller.registration,
      seller.taxId && `Tax id: ${seller.taxId}`,
    ]),
    to: selectLines([
      buyer.company ?? '',
      buyer.location.split('\n').includes(buyer.name) ? '' : buyer.name,
      buyer.location,
      buyer.vatNumber ? formatVatNumber(buyer.vatNumber) : '',
      buyer.email,
      buyer.phone,
    ]),
    facts: listFacts(invoice).map(([name, value]) => ({ name, value })),
    lines: lines.map(({ orderId, name, quantity, unitCents, cents }) => ({
      name,
      order: formatOrderNumber(orderId),
      unitPrice: unitCents === null ? '' : formatMoney(unitCents),
      quantity: quantity === null ? '' : String(quantity),
      amount: formatMoney(cents),
    })),
    totals: listTotals(invoice),
  };
}

function selectLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== '');
}

function listFacts({ kind, content, issuedAt }: IssuedInvoice): [string, string][] {
  const { corrects, handover, timeZone, reason } = content;
  const verb = kind === 'reversal' ? 'Takes back' : 'Corrects';
  return [
    ['Issued', formatTimeIn(timeZone, issuedAt)],
    ...optionalFact(verb, corrects && `${corrects.number} of ${formatDayIn(timeZone, corrects.issuedAt)}`),
    ...optionalFact('Reason', reason),
    ...optionalFact(
      handover?.isPickUp ? 'Collected at' : 'Delivered to',
      handover?.place.replaceAll('\n', ', '),
    ),
    ['Ordered', formatDayIn(timeZone, content.orderedAt)],
    ['Paid', content.isTestPayment ? 'by test card: no money has moved' : 'by card'],
    ['Transaction', content.transactionId],
  ];
}

function optionalFact(name: string, value: string | undefined): [string, string][] {
  return value ? [[name, value]] : [];
}

function listTotals({ kind, content, total, tax }: IssuedInvoice): InvoiceDocument['totals'] {
  const { delivery } = content;
  const makeRow = (name: string, cents: Cents) => ({ name, amount: formatMoney(cents), isTotal: false });
  return [
    ...(delivery ? [makeRow(delivery.name, delivery.cents)] : []),
    { ...makeRow(totals[kind], total), isTotal: true },
    ...(content.tax
      ? [makeRow(`of it ${formatTax(content.tax)}`, tax), makeRow(`without ${content.tax.name}`, total - tax)]
      : []),
  ];
}
