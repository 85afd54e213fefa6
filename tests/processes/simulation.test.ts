/** A short run of `npm run simulate`: each thing is killed once under load; and what its comparisons find when something is wrong. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Refund } from '#payments/contract/refunds.ts';
import { compareJournal, findAcknowledged } from '../../simulation/compare-journal.ts';
import { compareProvider } from '../../simulation/compare-provider.ts';
import type { Action, Actions, Journal, Operation } from '../../simulation/journal.ts';
import { killKinds } from '../../simulation/kills.ts';
import { describeFindings } from '../../simulation/report.ts';
import { type Simulation, simulate } from '../../simulation/simulate.ts';
import { isLinux, onlyOnLinux, startTimeoutMs } from '../support/processes.ts';

/** The same seed plans the same kills; what is in flight then differs from run to run. */
const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe.skipIf(!isLinux)(`a shop that is killed under load, seed ${seed}${onlyOnLinux}`, () => {
  let simulation: Simulation;

  beforeAll(async () => {
    simulation = await simulate({
      kills: killKinds.length,
      seed,
      reconciliation: 'immediate',
      pauseFactor: 2, // other tests run beside it
      log: () => {},
    });
  }, 8 * startTimeoutMs);

  afterAll(() => {
    if (simulation?.findings.length === 0) rmSync(simulation.folder, { recursive: true, force: true });
  });

  test('comes back by itself, with everything that it has confirmed, once, and nothing else', () => {
    expect(simulation.findings.length > 0 ? describeFindings(simulation, seed) : '').toBe('');
    expect(simulation.recoveries.map(({ kind }) => kind).toSorted()).toEqual(killKinds.toSorted());
  });

  test('was killed while something was in flight, and did everything that a shop does', () => {
    const { journal, statistics } = simulation.running.load;
    expect(statistics.unanswered + statistics.failed).toBeGreaterThan(0);
    for (const action of [
      'purchase',
      'card',
      'settle',
      'cancel',
      'refund',
      'ship',
      'price',
      'stock',
    ] as const) {
      expect(findAcknowledged(journal, action).length, action).toBeGreaterThan(0);
    }
  });

  /** What the comparisons find in a journal in which one thing is otherwise. */
  function findWith<A extends Action>(
    action: A,
    change: (operations: Operation<A>[]) => Operation<A>[],
  ): string {
    const { running, compared } = simulation;
    if (!compared) throw new Error('The run did not come to its end.');
    const { journal } = running.load;
    const changed: Journal = {
      ...journal,
      operations: <B extends Action>(of: B): Operation<B>[] =>
        (of as string) === action
          ? (change(journal.operations(action)) as unknown as Operation<B>[])
          : journal.operations(of),
    };
    return [
      ...compareJournal(changed, compared.rows, running.startStocks),
      ...compareProvider(changed, compared.rows, compared.provider),
    ]
      .map(({ sentence }) => sentence)
      .join('\n');
  }

  test('the comparison finds a confirmed order that is lost, changed or doubled', () => {
    const purchases = findAcknowledged(simulation.running.load.journal, 'purchase');
    const purchase = purchases.find(({ input }) => input.lines.length > 1);
    const [order] = purchase?.answer?.orders ?? [];
    if (!purchase?.answer || !order) throw new Error('No purchase of several orders was confirmed.');
    const { answer, input } = purchase;
    const replaced = (change: Partial<Operation<'purchase'>>) =>
      findWith('purchase', (operations) =>
        operations.map((each) => (each === purchase ? { ...purchase, ...change } : each)),
      );
    const lost = operation<'purchase'>({ ...purchase, key: randomUUID(), answer });
    expect(findWith('purchase', (operations) => [...operations, lost])).toMatch(
      /was confirmed, and is not there/,
    );
    const orders = [{ ...order, quantity: order.quantity + 1 }];
    expect(replaced({ answer: { ...answer, orders } })).toMatch(/not as it was confirmed/);
    const lines = [...input.lines, { partId: randomUUID(), quantity: 1 }];
    expect(replaced({ input: { ...input, lines } })).toMatch(/does not have the lines that were ordered/);
    expect(findWith('purchase', (operations) => operations.filter((each) => each !== purchase))).toMatch(
      /is there, and nobody asked for it/,
    );
  });

  test('the comparison finds a cancellation, a shipment and an edit that are lost', () => {
    const { journal, parts } = simulation.running.load;
    const cancelled = new Set(journal.operations('cancel').map(({ input }) => input.orderId));
    const placed = findAcknowledged(journal, 'purchase').flatMap(({ answer }) => answer?.orders ?? []);
    const orderId = placed.find(({ _id }) => !cancelled.has(_id))?._id ?? '';
    const cancel = operation<'cancel'>({ action: 'cancel', input: { orderId }, answer: {} });
    expect(findWith('cancel', (operations) => [...operations, cancel])).toMatch(/became cancelled 0 times/);
    const ship = operation<'ship'>({
      action: 'ship',
      input: { orderId, carrier: 'A', tracking: 'B' },
      answer: {},
    });
    expect(findWith('ship', (operations) => [...operations, ship])).toMatch(/another tracking number/);
    const input = { partId: parts[0] ?? '', from: 1, to: 123_456 };
    const edit = operation<'stock'>({ action: 'stock', input, answer: {} });
    expect(findWith('stock', (operations) => [...operations, edit])).toMatch(
      /was acknowledged, and is not there/,
    );
  });

  test('the comparison finds money that was taken or given back unasked', () => {
    expect(findWith('card', () => [])).toMatch(/nobody gave a card for it/);
    expect(findWith('refund', () => [])).toMatch(/Refund .* is there, and nobody asked for it/);
    const input = { orderIds: [randomUUID()], paymentId: 'pi_lost', card: 'good' };
    const lost = operation<'card'>({ action: 'card', input, answer: { status: 'succeeded' } });
    expect(findWith('card', (operations) => [...operations, lost])).toMatch(
      /was confirmed, and charged 0 times/,
    );
  });

  test('the comparison finds a refund that is lost, or of another amount', () => {
    const findChanged = (change: Partial<Refund>) =>
      findWith('refund', (operations) =>
        operations.map((each) => (each.answer ? { ...each, answer: { ...each.answer, ...change } } : each)),
      );
    expect(findChanged({ _id: randomUUID() })).toMatch(/is not there as it was acknowledged/);
    expect(findChanged({ amount: 1_000_000 })).toMatch(/is not there as it was acknowledged/);
  });

  test('the comparison finds a unit that is missing in the stock', () => {
    const { running, compared } = simulation;
    if (!compared) throw new Error('The run did not come to its end.');
    const stocks = new Map([...running.startStocks].map(([id, stock]) => [id, stock + 1]));
    const differences = compareJournal(running.load.journal, compared.rows, stocks);
    expect(differences).toHaveLength(stocks.size);
  });
});

function operation<A extends Action>(
  fields: Pick<Operation<A>, 'action' | 'input'> & { key?: string; answer: Actions[A]['answer'] },
): Operation<A> {
  return { key: randomUUID(), ...fields };
}
