/** Runs the history of one plan, lets the shop recover, and compares everything. */
import { auditShop } from '#administration/use-cases/audit-shop.ts';
import { isRefused } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';
import { describeFailure } from '#platform/database/unavailable.ts';
import { editPrice, editStock, refund, ship } from './administrator-steps.ts';
import { buy, cancel, deliver, fillBasket, pay } from './buyer-steps.ts';
import { makeChance, makeClock, seedIds } from './chance.ts';
import type { Client } from './client.ts';
import type { Connections } from './connections.ts';
import { makeFaults } from './faults.ts';
import { readBooks } from './gateway.ts';
import { startHistory } from './history.ts';
import { startJournal } from './journal.ts';
import { findFaults } from './model.ts';
import type { Actor, Plan, Step, StepTo } from './plan.ts';
import { makeProvider } from './provider.ts';
import { type Rows, readRows } from './rows.ts';
import { breakConnection, type Run } from './run.ts';
import { makeScheduler, runScheduler } from './scheduler.ts';
import {
  decideDispute,
  decideOpen,
  deliverEvent,
  disputePayment,
  payAtProvider,
  readCatalogue,
  recover,
  refundAtProvider,
  runJob,
  runSchedule,
  sendRefundBack,
  wait,
} from './shop-steps.ts';
import { nameWorld, resetDatabase, type World } from './world.ts';

export type Result = Awaited<ReturnType<typeof runPlan>>;

/** A database that nobody else uses. */
export type HistoryDatabase = { connections: Connections; db: Database };

export async function runPlan({ connections, db }: HistoryDatabase, plan: Plan) {
  await resetDatabase(connections.observer, plan);
  const chance = makeChance(plan.seed);
  const clock = makeClock();
  const history = startHistory(clock);
  const run: Run = {
    chance,
    clock,
    history,
    scheduler: makeScheduler(chance, clock),
    faults: makeFaults(chance, plan.rates, plan.faults),
    connections,
    provider: makeProvider(chance, clock, plan.slowRefunds),
    lent: new Map(),
    requests: new Set(),
    purchaseGroups: new Map(),
  };
  const world: World = { ...nameWorld(plan), plan, run, journal: startJournal(plan) };
  const restoreIds = seedIds(chance, clock);
  try {
    await play(world);
  } catch (error) {
    world.journal.findings.push(`The history has broken off: ${describeFailure(error)}.`);
    for (const connection of [...run.lent.keys()]) await breakConnection(run, connection);
  } finally {
    restoreIds();
  }
  const rows = await readRows(connections.observer);
  const findings = [
    ...world.journal.findings,
    ...findFaults(world, rows),
    ...(await audit(world, { db, rows })),
  ];
  return { findings, lines: history.lines(), hash: history.hash(), faults: run.faults.happened };
}

/** The actors at the same time, then the recovery alone. */
async function play(world: World): Promise<void> {
  const { plan, run } = world;
  const failures: unknown[] = [];
  const perform = (work: Promise<unknown>) => void work.catch((error) => failures.push(error));
  for (const actor of plan.actors) perform(takeSteps(world, actor));
  await runScheduler(run.scheduler);
  run.faults.end();
  run.history.add('', 'everybody has left');
  perform(recover({ world, actor: { name: 'recovery', process: 3 }, name: 'recovery' }));
  await runScheduler(run.scheduler);
  if (failures.length > 0) throw failures[0];
}

async function takeSteps(world: World, actor: Actor): Promise<void> {
  for (const [index, step] of actor.steps.entries()) {
    const take = stepFunctions[step.do] as (client: Client, step: Step) => Promise<unknown>;
    await take({ world, actor, name: `${actor.name}.${index}` }, step);
  }
}

const stepFunctions: { [Kind in Step['do']]: (client: Client, step: StepTo<Kind>) => Promise<unknown> } = {
  'fill-basket': fillBasket,
  buy,
  pay,
  cancel,
  deliver,
  ship,
  refund,
  'edit-stock': editStock,
  'edit-price': editPrice,
  dispute: disputePayment,
  'close-dispute': decideDispute,
  'pay-at-provider': payAtProvider,
  'refund-at-provider': refundAtProvider,
  decide: decideOpen,
  'fail-refund': sendRefundBack,
  event: deliverEvent,
  job: runJob,
  sweep: (client) => runSchedule(client, 'sweep'),
  expire: (client) => runSchedule(client, 'expire'),
  poll: (client) => runSchedule(client, 'poll'),
  read: readCatalogue,
  wait,
  nothing: () => Promise.resolve(),
};

/** What the shop's own audit finds, and should not: a refund that was sent back is for people to see. */
async function audit({ run }: World, { db, rows }: { db: Database; rows: Rows }): Promise<string[]> {
  const gateway = { readBooks: async () => readBooks(run.provider) } as Parameters<
    typeof auditShop
  >[0]['gateway'];
  const audited = await auditShop({ db, gateway });
  if (isRefused(audited)) return [`The audit was refused: ${audited.refused}.`];
  const sentBack = rows.refunds
    .filter(({ status, succeeded_at }) => status === 'failed' && succeeded_at !== null)
    .flatMap(({ id }) => rows.refund_lines.filter(({ refund_id }) => refund_id === id))
    .map(({ order_id }) => order_id);
  return audited.differences
    .filter(
      (difference) =>
        !(difference.endsWith('did not go back.') && sentBack.some((id) => difference.includes(id))),
    )
    .map((difference) => `The audit: ${difference}`);
}
