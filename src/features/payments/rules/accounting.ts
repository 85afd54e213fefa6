/** The tables that accountants get of a period, as CSV: orders, payments, refunds, tax. */
import { computeTax, presentTax, type Tax } from '#delivery/rules/tax.ts';
import { readWallTime } from '#kernel/calendar.ts';
import { formatCsv, formatCsvInPieces } from '#kernel/csv-cells.ts';
import type { Cents } from '#kernel/money.ts';
import type { MoneyKind } from '#payments/rules/payments.ts';
import { shareDelivery } from '#purchases/rules/order-deliveries.ts';
import { isClosedUnpaid, type OrderState } from '#purchases/rules/orders.ts';

/** Who and where: `country` and `region` as addresses have them, empty where nobody knows; company and number of the billing. */
type AccountingBuyer = {
  /** Paid in the card provider's test mode, or in the sandbox: no money has moved. */
  isTest: boolean;
  buyerName: string;
  buyerEmail: string;
  company: string;
  vatNumber: string;
  country: string;
  region: string;
};

export type AccountingOrder = AccountingBuyer & {
  placedAt: Date;
  number: string;
  purchaseId: string;
  state: OrderState;
  part: string;
  quantity: number;
  unitCents: Cents;
  cents: Cents;
  deliveryCents: Cents;
  refundedCents: Cents;
  tax: Tax | null;
  transactionId: string | null;
  /** Its money came too late, and went back: nothing was sold. */
  isLate: boolean;
  /** Null: it is not paid, or an earlier release recorded the payment. */
  invoice: Pick<AccountingDocument, 'number' | 'issuedOn'> | null;
};

/** A row of the ledger of money, with the document that it has. */
export type AccountingMovement = AccountingBuyer & {
  at: Date;
  kind: MoneyKind;
  /** At the card provider: of the payment, refund or dispute. */
  providerId: string;
  purchaseId: string;
  /** Positive: to the shop. */
  cents: Cents;
  /** Null: a late payment, a dispute, or what an earlier release recorded. */
  document: AccountingDocument | null;
};

type AccountingDocument = {
  number: string;
  /** Its day, as it says itself: the time zone of the shop may have been another one. */
  issuedOn: string;
  totalCents: Cents;
  taxCents: Cents;
  tax: Tax | null;
};

const refundKinds: readonly MoneyKind[] = ['refund', 'refund-failure'];

export function isRefundMovement({ kind }: { kind: MoneyKind }): boolean {
  return refundKinds.includes(kind);
}

const buyerHeads = ['buyer', 'company', 'vat_number', 'email', 'country', 'region'];

function describeBuyer(one: AccountingBuyer): string[] {
  return [one.buyerName, one.company, one.vatNumber, one.buyerEmail, one.country, one.region];
}

/** What was sold of each has net, tax and gross; the taxes of a purchase add up to that of its invoice. */
export function formatOrders(orders: readonly AccountingOrder[], timeZone: string): Iterable<string> {
  const heads = ['placed', 'order', 'purchase', 'state', ...buyerHeads, 'part', 'quantity', 'unit_price'];
  const amounts = ['amount', 'delivery', 'total', 'refunded', 'tax_name', 'tax_rate', 'net', 'tax', 'gross'];
  const taxes = shareTaxes(orders);
  const columns = [...heads, ...amounts, 'document', 'document_date', 'transaction', 'test'];
  return formatCsvInPieces(columns, orders, (order) => {
    const total = order.cents + order.deliveryCents;
    const tax = taxes.get(order);
    const sold = tax === undefined ? { total: 0, tax: 0 } : { total, tax };
    return [
      formatMoment(order.placedAt, timeZone),
      ...[order.number, order.purchaseId, order.state, ...describeBuyer(order), order.part],
      ...[String(order.quantity), formatCents(order.unitCents), formatCents(order.cents)],
      ...[formatCents(order.deliveryCents), formatCents(total), formatCents(order.refundedCents)],
      ...[...describeTax(order.tax), ...formatSum(sold)],
      ...[...describeDocument(order.invoice), order.transactionId ?? '', describeTest(order)],
    ];
  });
}

/** Of a purchase it is that of the sum, divided among its orders; what is not paid, was paid too late, was cancelled or has expired has none. */
function shareTaxes(orders: readonly AccountingOrder[]): Map<AccountingOrder, number> {
  const sold = orders.filter(({ state, isLate }) => !isLate && state !== 'unpaid' && !isClosedUnpaid(state));
  const purchases = Map.groupBy(sold, ({ purchaseId }) => purchaseId);
  return new Map(
    [...purchases.values()].flatMap((ofPurchase) => {
      const totals = ofPurchase.map((order) => order.cents + order.deliveryCents);
      const tax = computeTax(
        totals.reduce((sum, total) => sum + total, 0),
        ofPurchase[0]?.tax ?? null,
      );
      const shares = shareDelivery(tax, totals);
      return ofPurchase.map((order, index) => [order, shares[index] ?? 0] as const);
    }),
  );
}

/** Of payments or of refunds: the sum of `amount` in both is that of the ledger; net, tax and gross are those of the document. */
export function formatMovements(
  movements: readonly AccountingMovement[],
  timeZone: string,
): Iterable<string> {
  const heads = ['time', 'kind', 'document', 'document_date', 'transaction', 'purchase', ...buyerHeads];
  const columns = [...heads, 'amount', 'tax_name', 'tax_rate', 'net', 'tax', 'gross', 'test'];
  return formatCsvInPieces(columns, movements, (movement) => [
    ...[formatMoment(movement.at, timeZone), movement.kind, ...describeDocument(movement.document)],
    ...[movement.providerId, movement.purchaseId, ...describeBuyer(movement), formatCents(movement.cents)],
    ...describeTax(movement.document?.tax ?? null),
    ...(movement.document ? formatSum(signDocument(movement)) : ['', '', '']),
    describeTest(movement),
  ]);
}

/** By place, tax and rate, with tests apart; what has no document, or no tax, is a row too, so that the sum of `amount` is that of the ledger. */
export function formatTaxes(movements: readonly AccountingMovement[]): Iterable<string> {
  const groups = Map.groupBy(movements, ({ country, region, document, isTest }) =>
    [country, region, ...describeTax(document?.tax ?? null), describeTest({ isTest })].join('\n'),
  );
  const rows = [...groups].sort().map(([name, ofTax]) => {
    const sum = (kinds: readonly MoneyKind[], read: (movement: AccountingMovement) => number) =>
      ofTax.filter(({ kind }) => kinds.includes(kind)).reduce((total, one) => total + read(one), 0);
    const cents = ({ cents }: AccountingMovement) => cents;
    const charged = sum(['charge'], cents);
    const refunded = sum(refundKinds, cents);
    const disputed = sum(['dispute-withdrawal', 'dispute-reinstatement'], cents);
    const signTax = (movement: AccountingMovement) => signDocument(movement).tax;
    const [taxCharged, taxRefunded] = [sum(['charge'], signTax), sum(refundKinds, signTax)];
    const gross = ofTax.reduce((total, one) => total + signDocument(one).total, 0);
    const [test = '', ...place] = name.split('\n').reverse();
    return [
      ...[
        ...place.reverse(),
        ...[charged, refunded, disputed, charged + refunded + disputed].map(formatCents),
      ],
      ...[taxCharged, taxRefunded].map(formatCents),
      ...formatSum({ total: gross, tax: taxCharged + taxRefunded }),
      test,
    ];
  });
  const heads = ['country', 'region', 'tax_name', 'tax_rate', 'charged', 'refunded', 'disputed', 'amount'];
  return [formatCsv([[...heads, 'tax_charged', 'tax_refunded', 'net', 'tax', 'gross', 'test'], ...rows])];
}

function describeTest({ isTest }: Pick<AccountingBuyer, 'isTest'>): string {
  return isTest ? 'test' : '';
}

function describeTax(tax: Tax | null): [string, string] {
  return tax ? [tax.name, String(presentTax(tax).rate)] : ['none', ''];
}

/** Its number, and its day. */
function describeDocument(document: AccountingOrder['invoice']): string[] {
  return document ? [document.number, document.issuedOn] : ['', ''];
}

/** Positive: to the shop. Nothing without a document. */
function signDocument({ document, cents }: Pick<AccountingMovement, 'document' | 'cents'>) {
  const sign = Math.sign(cents);
  return { total: sign * (document?.totalCents ?? 0), tax: sign * (document?.taxCents ?? 0) };
}

/** Net, tax and gross. */
function formatSum({ total, tax }: { total: Cents; tax: Cents }): string[] {
  return [total - tax, tax, total].map(formatCents);
}

function formatCents(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

/** '2026-11-23 09:05' by the clocks of the shop. */
function formatMoment(at: Date, timeZone: string): string {
  const { day, minutes } = readWallTime(at, timeZone);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${day} ${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
