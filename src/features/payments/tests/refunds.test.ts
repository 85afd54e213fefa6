/** What may be refunded: never more money than was paid, never more units than were sold. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefused } from '#kernel/refusals.ts';
import {
  canRefundTransition,
  computeLeft,
  computeRefundable,
  decideRefund,
  planLateRefund,
  planRefund,
  refundStatuses,
  suggestReturnedUnits,
} from '#payments/rules/refunds.ts';

const paid = { paid: 3_000, quantity: 3 };
const then = new Date(0);
const undisputed = { isDisputed: false, ofOtherMerchants: 0 };
const here = { elsewhere_at: null };

describe('what is left of a payment', () => {
  test('is all of it, as long as nothing went back', () => {
    expect(computeRefundable(paid, [])).toEqual({ ...undisputed, amount: 3_000, units: 3 });
  });

  test('is the payment minus its refunds, pending ones included', () => {
    const earlier = [
      { ...here, status: 'succeeded' as const, amount_cents: 1_000, returned_units: 1, succeeded_at: then },
      { ...here, status: 'pending' as const, amount_cents: 500, returned_units: 1, succeeded_at: null },
    ];
    expect(computeRefundable(paid, earlier)).toEqual({ ...undisputed, amount: 1_500, units: 1 });
  });

  test('tells apart what waits for another account of the provider', () => {
    const pending = {
      status: 'pending' as const,
      amount_cents: 1_000,
      returned_units: 0,
      succeeded_at: null,
    };
    expect(computeRefundable(paid, [{ ...pending, elsewhere_at: then }])).toEqual({
      isDisputed: false,
      amount: 2_000,
      ofOtherMerchants: 1_000,
      units: 3,
    });
  });

  test('includes failed refunds, but units that were returned to the stock are not returned twice', () => {
    const failed = { ...here, status: 'failed' as const, amount_cents: 1_000, returned_units: 1 };
    expect(computeRefundable(paid, [{ ...failed, succeeded_at: null }])).toEqual({
      ...undisputed,
      amount: 3_000,
      units: 3,
    });
    expect(computeRefundable(paid, [{ ...failed, succeeded_at: then }])).toEqual({
      ...undisputed,
      amount: 3_000,
      units: 2,
    });
  });
});

describe('a refund', () => {
  const left = { ...undisputed, amount: 2_000, units: 2 };

  test('is of all that is left when no amount is named', () => {
    expect(decideRefund(left, { returnedUnits: 2, state: 'paid' })).toEqual({ amount: 2_000 });
    expect(decideRefund(left, { amount: 1, returnedUnits: 0, state: 'paid' })).toEqual({ amount: 1 });
  });

  test.each([
    [
      { amount: 2_001, returnedUnits: 0 },
      { refused: 'refund-too-large', remaining: 20 },
    ],
    [
      { amount: 1, returnedUnits: 3 },
      { refused: 'too-many-units', remaining: 2 },
    ],
  ])('of %o is refused', (wish, refusal) => {
    expect(decideRefund(left, { ...wish, state: 'paid' })).toEqual(refusal);
  });

  test('brings no unit back by itself, but all of them when the whole of an order that never left is refunded', () => {
    const suggest = (amount: number, isShipped: boolean) =>
      suggestReturnedUnits({ amount: 20.1, units: 2 }, { amount, isShipped });
    expect([
      suggest(20.1, false),
      suggest(20, false),
      suggest(Number.NaN, false),
      suggest(20.1, true),
    ]).toEqual([2, 0, 0, 0]);
  });

  test('of nothing is refused', () => {
    const refusal = { refused: 'order-not-refundable', state: 'refunded' };
    expect(
      decideRefund({ ...undisputed, amount: 0, units: 1 }, { returnedUnits: 0, state: 'refunded' }),
    ).toEqual(refusal);
  });

  test('of a payment that a bank disputes is refused, but not during an inquiry', () => {
    const decide = (...disputes: { is_refundable: boolean }[]) =>
      decideRefund(computeRefundable(paid, [], disputes), { returnedUnits: 0, state: 'paid' });
    expect(decide({ is_refundable: true })).toEqual({ amount: 3_000 });
    expect(decide({ is_refundable: true }, { is_refundable: false })).toEqual({ refused: 'order-disputed' });
  });

  test('after refund never comes to more than was paid, whatever fails in between', () => {
    const wish = fc.record({
      amount: fc.option(fc.integer({ min: 1, max: 4_000 }), { nil: undefined }),
      returnedUnits: fc.nat(4),
      status: fc.constantFrom(...refundStatuses),
    });
    fc.assert(
      fc.property(fc.array(wish), (wishes) => {
        const made: Parameters<typeof computeRefundable>[1] = [];
        for (const { amount, returnedUnits, status } of wishes) {
          const decided = decideRefund(computeRefundable(paid, made), {
            amount,
            returnedUnits,
            state: 'paid',
          });
          if (isRefused(decided)) continue;
          made.push({
            ...here,
            status,
            amount_cents: decided.amount,
            returned_units: returnedUnits,
            succeeded_at: status === 'succeeded' ? then : null,
          });
        }
        const standing = made.filter(({ status }) => status !== 'failed');
        const sum = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);
        expect(sum(standing.map((refund) => refund.amount_cents))).toBeLessThanOrEqual(paid.paid);
        expect(sum(standing.map((refund) => refund.returned_units))).toBeLessThanOrEqual(paid.quantity);
      }),
    );
  });
});

test('a refund moves forwards only, and what has succeeded may yet fail', () => {
  const allowed = refundStatuses.flatMap((from) =>
    refundStatuses.filter((to) => canRefundTransition(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual(['pending → succeeded', 'pending → failed', 'succeeded → failed']);
});

describe('a refund of several orders of a purchase', () => {
  const closedAt = (second: number) => ({
    ...{ state: 'expired' as const, delivery_cents: 0 },
    updated_at: new Date(second * 1_000),
  });
  const orders = [
    { id: 'a', total_cents: 1_000, ...closedAt(1) },
    { id: 'b', total_cents: 2_000, ...closedAt(3) },
    { id: 'c', total_cents: 400, ...closedAt(3), delivery_cents: 100 },
  ];

  test('of late money is of the orders that were closed last, if it is their total, else of the one it names', () => {
    const plan = (amount: number, of = orders) =>
      planLateRefund(of, { amount, namedId: 'n' }).map((line) => [line.orderId, line.amount]);
    const ofLast = [
      ['b', 2_000],
      ['c', 500],
    ];
    expect(plan(2_500)).toEqual(ofLast);
    expect(plan(3_500)).toEqual([['a', 1_000], ...ofLast]);
    for (const other of [2_000, 1_500, 3_499]) expect(plan(other)).toEqual([['n', other]]);
    expect(plan(1_000, orders.slice(0, 1))).toEqual([['n', 1_000]]);
    const unpaid = { id: 'a', total_cents: 1, ...closedAt(9), state: 'unpaid' as never };
    expect(plan(2_500, orders.with(0, unpaid))).toEqual([['n', 2_500]]);
  });

  test('that the shop has forgotten is of the order that it names, if so much is left of it', () => {
    const lefts = [700, 500, 900].map((left, index) => ({ id: `o${index}`, left, leftOfSucceeded: left }));
    const plan = (amount: number, of = lefts) => planRefund(of, { amount, orderId: 'o2', namedId: 'n' });
    expect(plan(500)).toEqual([{ orderId: 'o2', amount: 500, returnedUnits: 0 }]);
    expect(plan(901).map(({ orderId }) => orderId)).toEqual(['o0', 'o1']);
    expect(plan(500, [])).toEqual([{ orderId: 'n', amount: 500, returnedUnits: 0 }]); // of late money
  });

  test('made at the provider is never more than is left of an order, as long as the provider allows no more', () => {
    const order = fc.record({
      total: fc.integer({ min: 1, max: 500 }),
      refunded: fc.nat(500),
      pending: fc.nat(500),
    });
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 5 }), fc.nat(2_000), (drawn, wanted) => {
        const lefts = drawn.map(({ total, refunded, pending }, id) => {
          const succeeded = Math.min(refunded, total);
          const refunds = [
            { status: 'succeeded' as const, amount_cents: succeeded },
            { status: 'pending' as const, amount_cents: Math.min(pending, total - succeeded) },
          ];
          return { id: `${id}`, ...computeLeft(total, refunds) };
        });
        const possible = lefts.reduce((sum, { leftOfSucceeded }) => sum + leftOfSucceeded, 0);
        const amount = Math.min(wanted, possible);
        const lines = planRefund(lefts, { amount, namedId: '0' });
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
        for (const line of lines) {
          const of = lefts.find(({ id }) => id === line.orderId);
          expect(line.amount).toBeLessThanOrEqual(of?.leftOfSucceeded ?? 0);
        }
      }),
    );
  });
});
