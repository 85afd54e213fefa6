/** Histories from seeds: buyers, administrators, the card provider and crashes, in an order that the seed decides. */
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import type { Fault, FaultPlan } from '../../simulation/histories/faults.ts';
import { openHistoryDatabase } from '../../simulation/histories/history-database.ts';
import { type Actor, makePlan, type Plan, type Step } from '../../simulation/histories/plan.ts';
import { runPlan } from '../../simulation/histories/run-seed.ts';
import { chooseSeed, describeFinding, findProblem, shrink } from '../../simulation/histories/search-seeds.ts';
import { startWorker } from '../../simulation/histories/worker.ts';
import { givenDatabases } from '../support/postgres.ts';

const makeDatabase = givenDatabases();

const database = await openHistoryDatabase(await makeDatabase());
afterAll(async () => {
  await database.close();
});

const { SIMULATE_SEED } = process.env;
const firstSeed = SIMULATE_SEED === undefined ? chooseSeed() : Number(SIMULATE_SEED);

/** PostgreSQL takes a little less than this process. */
const cpuBudgetMs = 7_000;
const timeBudgetMs = 30_000;

test('a seed has one history', async () => {
  const plan = makePlan(firstSeed);
  const first = await runPlan(database, plan);
  const second = await runPlan(database, plan);
  expect(second.lines).toEqual(first.lines);
  expect(second.hash).toBe(first.hash);
});

test('a process of the simulation that has ended already is stopped at once', async () => {
  const worker = await startWorker(await makeDatabase());
  await worker.stop();
  await worker.stop();
});

test('the order in which rows come that no statement orders changes no history', async () => {
  const plan = makePlan(2); // a purchase of several parts
  const first = await runPlan(database, plan);
  const restores = database.connections.all.map(({ client }) => turnRows(client));
  const second = await runPlan(database, plan);
  for (const restore of restores) restore();
  expect(second.lines).toEqual(first.lines);
  expect(second.hash).toBe(first.hash);
});

/** As if PostgreSQL found them in another order. */
function turnRows(client: pg.Client): () => void {
  const query = client.query.bind(client) as (statement: pg.QueryConfig) => Promise<pg.QueryResult>;
  client.query = (async (statement: pg.QueryConfig) => {
    const result = await query(statement);
    if (/^select /i.test(statement.text) && !/order by/i.test(statement.text)) result.rows.reverse();
    return result;
  }) as typeof client.query;
  return () => {
    client.query = query as typeof client.query;
  };
}

test('whatever happens in whatever order, nothing is sold, charged or refunded twice, or lost', async () => {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  const usedMs = () => {
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1000;
  };
  let seed = firstSeed;
  do {
    expect(await findProblem(database, seed), `seed ${seed}`).toBeUndefined();
    seed += 1;
  } while (SIMULATE_SEED === undefined && usedMs() < cpuBudgetMs && performance.now() - begun < timeBudgetMs);
  console.log(`Histories of the seeds ${firstSeed} to ${seed - 1}.`);
});

const intent = 'intent-1-1';

function planHistory(actors: Actor[], faults: FaultPlan = new Map()): Plan {
  return {
    ...makePlan(1),
    unpaidOrdersPerPerson: 0,
    intents: [{ id: intent, buyer: 0, lines: [{ part: 0, units: 1 }], way: 'order', namesPrice: false }],
    actors,
    faults,
  };
}

test('a payment whose answer was lost is closed when another one has paid its orders', async () => {
  const steps: Step[] = [
    { do: 'buy', intent },
    { do: 'pay', intent, card: 'good', returns: true },
    { do: 'pay-at-provider', intent, share: 1 },
  ];
  // whichever turn of whichever attempt asks the provider
  const faults = Array.from({ length: 90 }, (_, index): [string, Fault] => [
    `buyer-1.1.starts to pay ${intent}.${1 + (index % 3)}.${1 + Math.floor(index / 3)}`,
    'answer-lost',
  ]);
  const plan = planHistory([{ name: 'buyer-1', process: 1, steps }], new Map(faults));
  const { findings, lines } = await runPlan(database, plan);
  expect(lines.join('\n')).toMatch(/create a payment of \d+ → pi_1 waiting\n.*the answer is lost/);
  expect(findings).toEqual([]);
});

describe('whatever arrives at an order after whatever else', () => {
  const arrivals: Record<'event' | 'poll' | 'sweep' | 'cancel' | 'end', Step[]> = {
    event: [{ do: 'event', isRepeated: false }, { do: 'job' }, { do: 'event', isRepeated: true }],
    poll: [{ do: 'poll' }, { do: 'job' }],
    sweep: [{ do: 'wait', seconds: 60 }, { do: 'sweep' }],
    cancel: [{ do: 'cancel', intent, line: 0 }],
    end: [{ do: 'wait', seconds: 25 * 3600 }, { do: 'expire' }],
  };
  type Arrival = keyof typeof arrivals;

  async function playArrivals(first: Step[], order: Arrival[]): Promise<unknown> {
    const steps: Step[] = [{ do: 'buy', intent }, ...first, ...order.flatMap((each) => arrivals[each])];
    const { findings } = await runPlan(database, planHistory([{ name: 'buyer-1', process: 1, steps }]));
    expect(findings, order.join()).toEqual([]);
    const { rows } = await database.connections.observer.query('select state from orders');
    return rows[0].state;
  }

  test('a charged card makes it paid', async () => {
    const pay: Step = { do: 'pay', intent, card: 'good', returns: false };
    for (const order of permute<Arrival>(['event', 'sweep', 'cancel', 'end']))
      expect(await playArrivals([pay], order), order.join()).toBe('paid');
  });

  test('a charge of which only the provider tells makes it paid if that comes first, and goes back otherwise', async () => {
    const pay: Step = { do: 'pay-at-provider', intent, share: 1 };
    for (const order of permute<Arrival>(['event', 'poll', 'cancel', 'end'])) {
      const isTold = order[0] === 'event' || order[0] === 'poll';
      expect(await playArrivals([pay], order), order.join()).toBe(isTold ? 'paid' : 'refunded');
    }
  });
});

function permute<Item>(items: Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) =>
    permute(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

test('a removed guard is found, and what has nothing to do with it is left out of the history', async () => {
  const { observer } = database.connections;
  const plan = planHistory([
    {
      name: 'admin-1',
      process: 1,
      steps: [{ do: 'poll' }, { do: 'read' }, { do: 'edit-stock', part: 0, by: 1 }],
    },
    { name: 'shop-1', process: 2, steps: [{ do: 'sweep' }, { do: 'expire' }] },
  ]);
  await observer.query('alter table parts disable trigger stamp_change');
  try {
    const result = await runPlan(database, plan);
    expect(result.findings.join()).toMatch(/Pages show part 0 with \d for \d+; it is \d for \d+/);
    const text = describeFinding(await shrink(database, plan, result));
    expect(text).toContain('  admin-1 (process 1): read; edit-stock part=0 by=1\n');
    expect(text).not.toContain('shop-1');
  } finally {
    await observer.query('alter table parts enable trigger stamp_change');
  }
});
