/** The audit's rules: books that agree show nothing, and each thing that does not agree is named. */
import { describe, expect, test } from 'vitest';
import {
  auditPurchase,
  findOfOtherMerchants,
  type OrderBooks,
  type ProviderIndex,
  type PurchaseBooks,
} from '#administration/rules/audit.ts';

/** A purchase of one order, as one record. */
type Books = OrderBooks &
  Omit<PurchaseBooks, 'id' | 'orders' | 'orderCount' | 'delivery' | 'quotedDelivery'> & { delivery: number };

/** A paid order of 3 units, of which one came back with a third of the money, disputed and won. */
const books: Books = {
  id: 'o1',
  state: 'shipped',
  quantity: 3,
  total: 3_000,
  delivery: 0,
  refunded: 1_000,
  transactionId: 'pi_1',
  transitions: passThrough('unpaid', 'paid', 'shipped'),
  units: -2,
  money: [
    { kind: 'charge', providerId: 'pi_1', paymentId: 'p1', amount: 3_000 },
    { kind: 'refund', providerId: 're_1', paymentId: 'p1', amount: -1_000 },
    { kind: 'refund', providerId: 're_2', paymentId: 'p1', amount: -500 },
    { kind: 'refund-failure', providerId: 're_2', paymentId: 'p1', amount: 500 },
    { kind: 'dispute-withdrawal', providerId: 'du_1', paymentId: 'p1', amount: -2_000 },
    { kind: 'dispute-reinstatement', providerId: 'du_1', paymentId: 'p1', amount: 2_000 },
  ],
  payments: [
    readPayment({ id: 'p0', providerId: 'pi_0', status: 'cancelled' }),
    readPayment({ id: 'p1', providerId: 'pi_1', status: 'succeeded' }),
  ],
  refunds: [
    findRefund({ id: 'r1', providerId: 're_1', amount: 1_000, units: 1 }),
    findRefund({ id: 'r2', providerId: 're_2', amount: 500, status: 'failed' }),
    findRefund({ id: 'r3', providerId: null, amount: 9_000, status: 'failed', hasSucceeded: false }),
  ],
  disputes: [{ providerId: 'du_1', paymentId: 'p1', amount: 2_000, status: 'won' }],
  invoices: [
    makeInvoice({ kind: 'invoice', number: 1, total: 3_000, tax: 391 }),
    makeInvoice({ kind: 'credit-note', number: 1, total: 1_000, tax: 130, refundId: 'r1' }),
    makeInvoice({ kind: 'credit-note', number: 2, total: 500, tax: 66, refundId: 'r2' }),
    makeInvoice({ kind: 'reversal', number: 3, total: 500, tax: 66, refundId: 'r2' }),
  ],
};

const back = { paymentId: 'pi_1' };
const provider: ProviderIndex = {
  merchant: { id: 'acct_1', isLive: true },
  charges: new Map([['pi_1', { id: 'ch_1', amount: 3_000 }]]),
  refunds: indexById([
    { ...back, id: 're_1', refundId: 'r1', status: 'succeeded', amount: 1_000, failure: undefined },
    { ...back, id: 're_2', refundId: 'r2', status: 'failed', amount: 500, failure: 'closed' },
  ]),
  disputes: indexById([
    {
      ...{ ...back, id: 'du_1', amount: 2_000, reason: 'fraudulent', status: 'won', respondBy: undefined },
      ...{ isRefundable: false, openedAt: new Date(0) },
    },
  ]),
};

test('records that agree show no difference', () => {
  expect(auditPurchase(makePurchase(books), provider)).toEqual([]);
});

describe('is named:', () => {
  const named: Record<string, Partial<Books>> = {
    'invoice 1 is of $29.90, but $30.00 was charged.': {
      invoices: [makeInvoice({ kind: 'invoice', number: 1, total: 2_990, tax: 390 })],
    },
    'refund r1 of $10.00 has other notes than it should: none.': {
      invoices: books.invoices.filter(({ refundId }) => refundId !== 'r1'),
    },
    'refund r2 of $5.00 has other notes than it should: credit-note.': {
      invoices: books.invoices.filter(({ kind }) => kind !== 'reversal'),
    },
    'invoice 1 and its notes have another tax than their sums.': {
      invoices: books.invoices.map((one) =>
        one.kind === 'credit-note' ? { ...one, tax: one.tax + 1 } : one,
      ),
    },
    'it is paid, but its history says shipped.': { state: 'paid' },
    'it moved from shipped to paid when it was shipped.': {
      state: 'paid',
      transitions: [...books.transitions, { from: 'shipped', to: 'paid' }],
    },
    'it moved from paid to shipped when it was unpaid.': { transitions: books.transitions.toSpliced(1, 1) },
    'its movements of stock come to -3 units, but its history to -2.': { units: -3 },
    'its movements of stock come to 0 units, but its history to -2.': { units: 0 },
    'the ledger of money lacks its charge pi_1.': { money: books.money.slice(1) },
    'nothing else knows of the ledger’s refund re_1.': {
      refunds: books.refunds.slice(1),
      refunded: 0,
      units: -3,
    },
    'it shows $0.00 as refunded, but its refunds come to $10.00.': { refunded: 0 },
    'it is refunded, but $20.00 of it did not go back.': {
      state: 'refunded',
      transitions: [...books.transitions, { from: 'shipped', to: 'refunded' }],
    },
    'it is shipped, but $0.00 of $30.00 was charged.': { transactionId: 'pi_9' },
    '$20.00 of payment pi_1 is here, though the order could not take it.': {
      state: 'cancelled',
      transactionId: null,
      transitions: passThrough('unpaid', 'cancelled'),
    },
    'payment pi_1 is open here with $0.00 charged, but the provider has charged $30.00.': {
      payments: books.payments.with(0, readPayment({ id: 'p0', providerId: 'pi_1', status: 'open' })),
    },
    'refund re_9 is not known at the provider.': {
      refunds: books.refunds.with(0, findRefund({ id: 'r1', providerId: 're_9', amount: 1_000, units: 1 })),
    },
    'refund re_2 of $5.00 is succeeded here, but of $5.00 and failed at the provider.': {
      refunds: books.refunds.with(1, findRefund({ id: 'r2', providerId: 're_2', amount: 500 })),
    },
    'refund r3 of $1.00 has not reached the provider yet.': {
      refunds: books.refunds.with(
        2,
        findRefund({ id: 'r3', providerId: null, amount: 100, status: 'pending', hasSucceeded: false }),
      ),
    },
    'dispute du_1 is lost here, but won at the provider.': {
      disputes: [{ providerId: 'du_1', paymentId: 'p1', amount: 2_000, status: 'lost' }],
    },
  };

  test.each(Object.entries(named))('%s', (sentence, change) => {
    expect(auditPurchase(makePurchase({ ...books, ...change }), provider)).toContain(`Order o1: ${sentence}`);
  });
});

test('an order that was cancelled in time has returned all its units', () => {
  const givenUp: Books = {
    ...books,
    state: 'expired',
    refunded: 0,
    transactionId: null,
    transitions: passThrough('unpaid', 'expired'),
    units: 0,
    money: [],
    payments: [readPayment({ id: 'p0', providerId: 'pi_0', status: 'cancelled' })],
    refunds: [],
    disputes: [],
    invoices: [],
  };
  expect(auditPurchase(makePurchase(givenUp), provider)).toEqual([]);
});

describe('in another account', () => {
  const other = {
    ...provider,
    merchant: { id: 'acct_1', isLive: false },
    charges: new Map(),
    refunds: new Map(),
  };

  test('nothing differs, and what may still change there is named', () => {
    const open: Books = {
      ...books,
      payments: books.payments.with(0, readPayment({ id: 'p0', providerId: 'pi_0', status: 'elsewhere' })),
      refunds: [
        ...books.refunds,
        findRefund({ id: 'r4', providerId: null, amount: 100, status: 'pending', hasSucceeded: false }),
      ],
      disputes: [{ providerId: 'du_1', paymentId: 'p1', amount: 2_000, status: 'won' }],
    };
    expect(auditPurchase(makePurchase(open), other)).toEqual([]);
    expect(findOfOtherMerchants(makePurchase(open), other)).toEqual({
      unfinished: [
        'Order o1: payment pi_0 of $30.00 may still be paid in account acct_1 (live mode).',
        'Order o1: refund r4 of $1.00 is pending in account acct_1 (live mode).',
      ],
      finished: ['account acct_1 (live mode)'],
    });
  });

  test('is what has no account, unless the books at hand have its charge', () => {
    const unknown: Books = {
      ...books,
      payments: [readPayment({ id: 'p1', providerId: 'pi_1', status: 'succeeded', provider_account: null })],
    };
    expect(findOfOtherMerchants(makePurchase(unknown), provider)).toEqual({ unfinished: [], finished: [] });
    expect(findOfOtherMerchants(makePurchase(unknown), other).finished).toEqual(['an unknown account']);
  });
});

describe('a purchase of two orders', () => {
  const two: PurchaseBooks = {
    ...makePurchase(books),
    orderCount: 2,
    delivery: 0,
    orders: [
      { ...books, total: 1_000, quantity: 1, units: -1, refunded: 400 },
      { ...books, id: 'o2', total: 2_000, quantity: 2, units: -1, refunded: 600 },
    ],
    refunds: [
      findRefund({
        ...{ id: 'r1', providerId: 're_1', amount: 1_000 },
        lines: [
          { orderId: 'o1', amount: 400, returnedUnits: 0 },
          { orderId: 'o2', amount: 600, returnedUnits: 1 },
        ],
      }),
      ...books.refunds.slice(1),
    ],
  };

  test('paid together, with a refund of both, shows no difference', () => {
    expect(auditPurchase(two, provider)).toEqual([]);
  });

  test('must have been charged once, in sum, and each has what was refunded of it', () => {
    const [first, second] = two.orders as [OrderBooks, OrderBooks];
    const differences = (orders: OrderBooks[]) => auditPurchase({ ...two, orders }, provider);
    expect(differences([first, { ...second, total: 2_500 }])).toContain(
      'Order o1: it is shipped, but $30.00 of $35.00 was charged.',
    );
    expect(differences([first, { ...second, refunded: 1_000 }])).toEqual([
      'Order o2: it shows $10.00 as refunded, but its refunds come to $6.00.',
    ]);
    expect(differences([first])).toContain('Order o1: it was placed with 2 orders, but has 1.');
  });

  test('costs another delivery than was quoted only when one of them was closed', () => {
    const [first, second] = two.orders as [OrderBooks, OrderBooks];
    const difference =
      'Purchase o1: its delivery costs $0.00 and was quoted for $4.50, but no order of it was closed.';
    const audit = (orders: OrderBooks[]) => auditPurchase({ ...two, orders, quotedDelivery: 450 }, provider);
    expect(audit(two.orders)).toEqual([difference]);
    const transitions = passThrough('unpaid', 'cancelled');
    expect(audit([first, { ...second, state: 'cancelled', transitions }])).not.toContain(difference);
  });

  test('is named when its money is not where it belongs', () => {
    const { money } = two;
    expect(auditPurchase({ ...two, money: money.slice(1) }, provider)).toContain(
      'Purchase o1: the ledger of money lacks its charge pi_1.',
    );
  });
});

function indexById<Item extends { id: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function passThrough(...states: OrderBooks['state'][]): OrderBooks['transitions'] {
  return states.map((to, index) => ({ from: states[index - 1] ?? null, to }));
}

function makePurchase({ money, payments, refunds, disputes, invoices, ...order }: Books): PurchaseBooks {
  const ofPurchase = { money, payments, refunds, disputes, invoices };
  const ofDelivery = { delivery: 0, quotedDelivery: null };
  return { id: order.id, orderCount: 1, ...ofDelivery, orders: [order], ...ofPurchase };
}

type Invoice = PurchaseBooks['invoices'][number];

function makeInvoice(
  invoice: Pick<Invoice, 'kind' | 'number' | 'total' | 'tax'> & Partial<Invoice>,
): Invoice {
  const isNote = invoice.kind !== 'invoice';
  const names = { id: `i${invoice.number}`, refundId: null, invoiceId: isNote ? 'i1' : null };
  return { ...names, paymentId: 'p1', rate: { name: 'VAT', rate: 1500 }, ...invoice };
}

type Payment = PurchaseBooks['payments'][number];
type Refund = PurchaseBooks['refunds'][number];

/** Of one order, unless it has other lines. */
function findRefund({
  units = 0,
  ...refund
}: Partial<Refund> & Pick<Refund, 'id' | 'providerId' | 'amount'> & { units?: number }): Refund {
  const lines = [{ orderId: 'o1', amount: refund.amount, returnedUnits: units }];
  return { lines, paymentId: 'p1', status: 'succeeded', hasSucceeded: true, ...refund };
}

function readPayment(payment: Pick<Payment, 'id' | 'providerId' | 'status'> & Partial<Payment>): Payment {
  return { amount: 3_000, provider_account: 'acct_1', provider_is_live: true, ...payment };
}
