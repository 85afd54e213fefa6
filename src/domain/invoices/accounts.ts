/** The tables that accountants get of a period, as CSV: orders, payments, refunds, tax. */
import { formatCsv } from '#domain/csv-cells.ts';
import { readWallTime } from '#domain/delivery/calendar.ts';
import { computeTax, presentTax, type Tax } from '#domain/invoices/tax.ts';
import type { MoneyKind } from '#domain/payments/ledgers.ts';

export type AccountOrder = {
  placedAt: Date;
  number: string;
  purchaseId: string;
  state: string;
  buyerName: string;
  buyerEmail: string;
  part: string;
  quantity: number;
  unitCents: number;
  cents: number;
  deliveryCents: number;
  refundedCents: number;
  tax: Tax | null;
  transactionId: string | null;
};

/** A row of the ledger of money, with the document that it has. */
export type AccountMovement = {
  at: Date;
  kind: MoneyKind;
  /** At the card provider: of the payment, refund or dispute. */
  providerId: string;
  purchaseId: string;
  buyerName: string;
  buyerEmail: string;
  /** Positive: to the shop. */
  cents: number;
  /** Null: a late payment, a dispute, or what an earlier release recorded. */
  document: { number: string; taxCents: number; tax: Tax | null } | null;
};

const refundKinds: readonly MoneyKind[] = ['refund', 'refund-failure'];

export function isRefundMovement({ kind }: { kind: MoneyKind }): boolean {
  return refundKinds.includes(kind);
}

/** `tax` is that of the order alone; invoices tax the sum of a purchase. */
export function formatOrders(orders: readonly AccountOrder[], timeZone: string): string {
  const heads = ['placed', 'order', 'purchase', 'state', 'buyer', 'email', 'part', 'quantity', 'unit_price'];
  const amounts = ['amount', 'delivery', 'total', 'refunded', 'tax_name', 'tax_rate', 'tax', 'transaction'];
  const rows = orders.map((order) => {
    const total = order.cents + order.deliveryCents;
    return [
      formatMoment(order.placedAt, timeZone),
      ...[order.number, order.purchaseId, order.state, order.buyerName, order.buyerEmail, order.part],
      ...[String(order.quantity), formatCents(order.unitCents), formatCents(order.cents)],
      ...[formatCents(order.deliveryCents), formatCents(total), formatCents(order.refundedCents)],
      ...[...describeTax(order.tax), formatCents(computeTax(total, order.tax)), order.transactionId ?? ''],
    ];
  });
  return formatCsv([[...heads, ...amounts], ...rows]);
}

/** Of payments or of refunds: the sum of `amount` in both is that of the ledger. */
export function formatMovements(movements: readonly AccountMovement[], timeZone: string): string {
  const heads = ['time', 'kind', 'document', 'transaction', 'purchase', 'buyer', 'email'];
  const rows = movements.map(({ at, kind, document, ...movement }) => [
    ...[formatMoment(at, timeZone), kind, document?.number ?? '', movement.providerId, movement.purchaseId],
    ...[movement.buyerName, movement.buyerEmail, formatCents(movement.cents)],
    ...[...describeTax(document?.tax ?? null), formatCents(signTax({ document, cents: movement.cents }))],
  ]);
  return formatCsv([[...heads, 'amount', 'tax_name', 'tax_rate', 'tax'], ...rows]);
}

/** By tax and rate; what has no document, or no tax, is a row too, so that the sum of `amount` is that of the ledger. */
export function formatTaxes(movements: readonly AccountMovement[]): string {
  const groups = Map.groupBy(movements, ({ document }) => describeTax(document?.tax ?? null).join('\n'));
  const rows = [...groups].sort().map(([name, ofTax]) => {
    const sum = (kinds: readonly MoneyKind[], read: (movement: AccountMovement) => number) =>
      ofTax.filter(({ kind }) => kinds.includes(kind)).reduce((total, one) => total + read(one), 0);
    const cents = ({ cents }: AccountMovement) => cents;
    const disputes: MoneyKind[] = ['dispute-withdrawal', 'dispute-reinstatement'];
    const [charged, refunded, disputed] = [
      sum(['charge'], cents),
      sum(refundKinds, cents),
      sum(disputes, cents),
    ];
    const [taxCharged, taxRefunded] = [sum(['charge'], signTax), sum(refundKinds, signTax)];
    const amounts = [charged, refunded, disputed, charged + refunded + disputed];
    const taxes = [taxCharged, taxRefunded, taxCharged + taxRefunded];
    return [...name.split('\n'), ...[...amounts, ...taxes].map(formatCents)];
  });
  const heads = ['tax_name', 'tax_rate', 'charged', 'refunded', 'disputed', 'amount'];
  return formatCsv([[...heads, 'tax_charged', 'tax_refunded', 'tax'], ...rows]);
}

function describeTax(tax: Tax | null): [string, string] {
  return tax ? [tax.name, String(presentTax(tax).rate)] : ['none', ''];
}

function signTax({ document, cents }: Pick<AccountMovement, 'document' | 'cents'>): number {
  return Math.sign(cents) * (document?.taxCents ?? 0);
}

function formatCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** '2026-11-23 09:05' by the clocks of the shop. */
function formatMoment(at: Date, timeZone: string): string {
  const { day, minutes } = readWallTime(at, timeZone);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${day} ${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
