/** Histories from seeds: buyers, administrators, the card provider and crashes, in an order that the seed decides. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openHistoryDatabase } from '../../simulation/histories/history-database.ts';
import { makePlan, type Plan } from '../../simulation/histories/plan.ts';
import { runPlan } from '../../simulation/histories/run-seed.ts';
import { chooseSeed, findProblem } from '../../simulation/histories/search-seeds.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';

const name = `histories_${randomUUID()}`;
let database: Awaited<ReturnType<typeof openHistoryDatabase>>;

beforeAll(async () => {
  database = await openHistoryDatabase(await cloneDatabase(inject('postgres'), name));
});
afterAll(async () => {
  await database.close();
  await dropDatabase(inject('postgres'), name);
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

test('a payment whose answer was lost is closed when another one has paid its orders', async () => {
  const intent = 'intent-1-1';
  const plan: Plan = {
    ...makePlan(1),
    unpaidOrdersPerPerson: 0,
    intents: [{ id: intent, buyer: 0, lines: [{ part: 0, units: 1 }], way: 'order', namesPrice: false }],
    actors: [
      {
        name: 'buyer-1',
        process: 1,
        steps: [
          { do: 'buy', intent },
          { do: 'pay', intent, card: 'good', returns: true },
          { do: 'pay-at-provider', intent, share: 1 },
        ],
      },
    ],
    // whichever turn of whichever attempt asks the provider
    faults: new Map(
      Array.from({ length: 90 }, (_, index) => [
        `buyer-1.1.starts to pay ${intent}.${1 + (index % 3)}.${1 + Math.floor(index / 3)}`,
        'answer-lost',
      ]),
    ),
  };
  const { findings, lines } = await runPlan(database, plan);
  expect(lines.join('\n')).toMatch(/create a payment of \d+ → pi_1 waiting\n.*the answer is lost/);
  expect(findings).toEqual([]);
});

test('a guard that is removed is found, and the history that finds it is short', async () => {
  const { observer } = database.connections;
  await observer.query('alter table parts disable trigger stamp_change');
  try {
    let problem: string | undefined;
    for (let seed = 1; seed <= 50 && !problem; seed += 1) problem = await findProblem(database, seed);
    expect(problem).toMatch(/Its shortest history found:\n {2}Pages show part \d with \d+ for \d+; it is/);
    // one who reads, one who changes the part, and the line of the parts
    const people = problem?.match(/^ {2}\S+ \(process \d\): .*$/gm) ?? [];
    expect(people.length).toBeLessThanOrEqual(3);
  } finally {
    await observer.query('alter table parts enable trigger stamp_change');
  }
});
