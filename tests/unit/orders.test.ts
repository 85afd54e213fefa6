/** An order's rules: what it costs, why it is refused, and where it may move. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideUnits } from '#catalogue/rules/orderable-part.ts';
import { maxChargeCents } from '#kernel/money.ts';
import { isRefused } from '#kernel/refusals.ts';
import { describeRest } from '#orders/components/describe-rest.ts';
import {
  countRepeated,
  describeLineErrors,
  keepRefusedLines,
  readDeliveredLines,
  readShippedLines,
  spreadTrackings,
} from '#orders/pages/packing/parcels.tsx';
import { settlesPurchase } from '#payments/rules/payments.ts';
import { canTransition, type OrderState, orderStates, orderTransitions } from '#purchases/rules/orders.ts';

const part = { unitPrice: 1_250, stock: 10, minimumOrder: 2, offSale: false };

describe('an order', () => {
  test('costs the unit price times the quantity', () => {
    expect(decideUnits(part, 3, undefined)).toEqual({ total: 3_750, unitPrice: 1_250 });
    expect(decideUnits(part, 2, 1_250)).toEqual({ total: 2_500, unitPrice: 1_250 });
    expect(decideUnits(part, 10, undefined)).toEqual({ total: 12_500, unitPrice: 1_250 });
  });

  test.each([
    [{ ...part, offSale: true }, 3, undefined, { refused: 'part-not-for-sale' }],
    [part, 3, 1_249, { refused: 'price-changed', price: 12.5 }],
    [part, 1, undefined, { refused: 'below-minimum-order', minimum: 2 }],
    [part, 11, undefined, { refused: 'out-of-stock', available: 10 }],
    [{ ...part, unitPrice: 50_000_000 }, 2, undefined, { refused: 'total-too-large' }],
  ])('of %o, %d units at the seen price %s, is refused', (of, quantity, seenPrice, refusal) => {
    expect(decideUnits(of, quantity, seenPrice)).toEqual(refusal);
  });

  test('is never of more than there is, never below the minimum, and never more than can be charged', () => {
    const units = fc.integer({ min: 0, max: 1_000 });
    const of = fc.record({
      unitPrice: fc.integer({ min: 1, max: maxChargeCents }),
      stock: units,
      minimumOrder: fc.integer({ min: 1, max: 100 }),
      offSale: fc.boolean(),
    });
    fc.assert(
      fc.property(of, units, (any, quantity) => {
        const decision = decideUnits(any, quantity, undefined);
        if (isRefused(decision)) return;
        expect(any.offSale).toBe(false);
        expect(quantity).toBeLessThanOrEqual(any.stock);
        expect(quantity).toBeGreaterThanOrEqual(any.minimumOrder);
        expect(decision.total).toBe(any.unitPrice * quantity);
        expect(decision.total).toBeLessThanOrEqual(maxChargeCents);
      }),
    );
  });
});

test.each([
  [null, ''],
  [
    { toPay: 8.5, delivery: 4.5, deliveryBefore: 0 },
    'What is left of the purchase then costs $8.50. Its delivery is then $4.50; now it is free.',
  ],
  [{ toPay: 9, delivery: 4.5, deliveryBefore: 4.5 }, 'What is left of the purchase then costs $9.00.'],
  [
    { toPay: 0.3, delivery: 0, deliveryBefore: 4.5 },
    'What is left of the purchase then costs $0.30. Its delivery is then free; now it is $4.50. What is left to pay is below $0.50, where card payments start. Please cancel it and order it again with something else.',
  ],
])('whoever cancels a part reads of what is left (%o): %s', (rest, sentences) => {
  expect(describeRest(rest)).toBe(sentences);
});

describe('the transitions of an order', () => {
  test('are those of the specification', () => {
    const allowed = orderStates.flatMap((from) =>
      orderStates.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(allowed).toEqual([
      'unpaid → paid',
      'unpaid → cancelled',
      'unpaid → expired',
      'paid → shipped',
      'paid → refunded',
      'shipped → delivered',
      'shipped → refunded',
      'delivered → refunded',
      'cancelled → refunded',
      'expired → refunded',
    ]);
  });

  test('never lead back to a state that was left', () => {
    const reachable = (from: OrderState): OrderState[] =>
      orderTransitions[from].flatMap((to: OrderState) => [to, ...reachable(to)]);
    for (const state of orderStates) expect(reachable(state)).not.toContain(state);
  });
});

describe('lines of the packing table', () => {
  test('are read as tables, scanners and people write them', () => {
    const shipped = readShippedLines('K7Q3M-9XT2B RP 1\r\n\n"0ABCD-EFGHJ";"RP2"\rZ,\n');
    expect(shipped.map(({ line: { order, tracking } }) => [order, tracking])).toEqual([
      ['K7Q3M-9XT2B', 'RP 1'],
      ['0ABCD-EFGHJ', 'RP2'],
      ['Z', ''],
    ]);
    const report = 'Order;Day\r\n"RP 1";"2026-11-25"\rRP2\t2026-11-25T14:03:00Z\nRP 3 2026-11-26\nRP4';
    expect(
      readDeliveredLines(report).map(({ line: { order, deliveredOn } }) => [order, deliveredOn]),
    ).toEqual([
      ['RP 1', '2026-11-25'],
      ['RP2', '2026-11-25'],
      ['RP 3', '2026-11-26'],
      ['RP4', undefined],
    ]);
  });

  test('stay typed where they were refused, and are named where one is wrong', () => {
    const typed = readShippedLines('A1 x\n\nB2 y\nC3 z');
    const answers = ['refused', 'done', 'refused', 'done'].map((outcome) => ({ outcome }));
    expect(keepRefusedLines(typed, answers)).toBe('A1 x\nC3 z');
    const errors = [
      { path: 'lines.1.tracking', message: 'Too long' },
      { path: 'carrier', message: 'Too long' },
    ];
    const lines = typed.map(({ line }) => line);
    expect(describeLineErrors(errors, lines)).toEqual(['B2: Too long', 'Too long']);
  });

  test('are not said to have been done before where another line of the same request does them', () => {
    const line = (outcome: 'done' | 'repeated', id: string) => ({
      outcome,
      orders: [{ _id: id, partsName: 'Testco', quantity: 1, name: 'Ada' }],
    });
    expect(countRepeated([line('done', 'a'), line('repeated', 'a'), line('repeated', 'b')])).toBe(1);
  });

  test('go to their own orders, also where a table has an empty cell', () => {
    expect(spreadTrackings(['a', 'b', 'c', 'd'], 1, 'RP1\r\n\r\nRP3\r\nRP4')).toEqual([
      ['b', 'RP1'],
      ['d', 'RP3'],
    ]);
    expect(spreadTrackings(['a', 'b'], 0, '')).toEqual([['a', '']]);
  });
});

describe('a payment settles a purchase', () => {
  const purchase = { orderIds: ['o0', 'o1'], total: 2_500 };
  const whole = {
    id: 'pi_1',
    clientSecret: 's',
    attempts: [],
    status: 'succeeded',
    amount: 2_500,
    refunded: 0,
    currency: 'usd',
    orderId: 'o1',
  } as const;

  test('when it has succeeded for one of its orders and the whole total of what is unpaid', () => {
    expect(settlesPurchase(whole, purchase)).toBe(true);
  });

  test.each([
    { status: 'waiting' },
    { status: 'cancelled' },
    { amount: 2_499 },
    { amount: 2_501 },
    { currency: 'eur' },
    { orderId: 'o2' },
    { orderId: undefined },
  ] as const)('but not with %o', (difference) => {
    expect(settlesPurchase({ ...whole, ...difference }, purchase)).toBe(false);
  });

  test('but never one of which nothing is unpaid', () => {
    expect(settlesPurchase({ ...whole, amount: 0 }, { ...purchase, total: 0 })).toBe(false);
  });
});
