/** One drill: a cluster under load loses its parts one after the other, and is compared with the journal each time. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '#app/connect.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { type Dice, makeDice } from '../../bench/dice.ts';
import { checkAtTheEnd, checkBetweenKills } from '../checks.ts';
import type { Finding } from '../journal.ts';
import { awaitRecovery } from '../recovery.ts';
import { formatProgress, type Recovery, runUnderLoad, type Simulation } from '../simulate.ts';
import { type Cluster, openCluster, runCluster } from './cluster.ts';
import { type Fault, type FaultKind, faultKinds, planFaults } from './faults.ts';

type DrillOptions = {
  kinds?: readonly FaultKind[] | undefined;
  seed: number;
  log: (line: string) => void;
  signal?: AbortSignal;
};

/** Starts a cluster, carries out the plan, and stops it. Throws when the cluster does not start. */
export async function drill(options: DrillOptions): Promise<Simulation> {
  const dice = makeDice(options.seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-drill-'));
  chmodSync(folder, 0o711); // the user of PostgreSQL goes through it
  try {
    const cluster = await openCluster(path.join(folder, 'cluster'));
    const plan = planFaults(options.kinds ?? faultKinds, dice);
    return await runUnderLoad(cluster, { folder, dice }, (simulation) =>
      run(simulation, plan, { cluster, dice, options }),
    );
  } finally {
    await runCluster(['down'], path.join(folder, 'cluster'));
  }
}

type DrillContext = { cluster: Cluster; dice: Dice; options: DrillOptions };

/** The load between two faults. */
const pauseMs = 2_000;
/** After this time since the recovery every list must be correct. */
const calmAfterMs = 1_000;
/** Beside the ports of the cluster. */
const restoredPortOffset = 50;

async function run(simulation: Simulation, plan: Fault[], means: DrillContext): Promise<void> {
  const { findings, recoveries, running } = simulation;
  const { cluster, options } = means;
  const { control } = running.load;
  await cluster.run('backup');
  let moment: Moment | undefined;
  for (const [index, fault] of plan.entries()) {
    options.signal?.throwIfAborted();
    await sleep(pauseMs);
    const recovery = await strike(fault, simulation, means);
    recoveries.push(recovery);
    findings.push(...(await checkBetweenKills(running, cluster)));
    options.log(formatProgress(`${index + 1}/${plan.length}`, recovery, running));
    if (index === Math.floor(plan.length / 2)) moment = await readMoment(cluster.database());
    if (findings.length > 0) return;
    control.resume();
  }
  simulation.compared = await checkAtTheEnd(running, cluster, 'automatic');
  findings.push(...simulation.compared.findings);
  if (!moment) return;
  const port = Number(new URL(cluster.front).port) + restoredPortOffset;
  const folder = path.join(simulation.folder, 'restored');
  findings.push(...(await compareRestored(cluster, moment, { folder, port })));
  options.log(`Restored to ${moment.time}, in the middle of the drill: ${moment.content}.`);
}

/** Recovery is the first order at the front, or the last failed request if that is later; afterwards the part is repaired and each process must be right again. */
async function strike(
  fault: Fault,
  { running, findings }: Simulation,
  { cluster, dice }: DrillContext,
): Promise<Recovery> {
  const { load, prober } = running;
  const { statistics } = load;
  load.journal.note(`drill: ${fault.kind}`);
  statistics.slowestMs = 0;
  const failuresBefore = statistics.failed + statistics.unanswered;
  const struckAt = performance.now();
  const part = await fault.strike(cluster, dice);
  const since = fault.isUnnoticed ? performance.now() : struckAt;
  const firstOrderMs = await awaitRecovery(load, [{ name: 'the front', url: cluster.front }], prober, since);
  const failures = statistics.failed + statistics.unanswered - failuresBefore;
  if (fault.isUnnoticed && failures > 0)
    findings.push({
      sentence: `${failures} requests failed although only this happened: ${fault.kind}. The last: ${statistics.lastFailure}`,
    });
  await fault.repair(cluster, part);
  await cluster.run('wait');
  await awaitRecovery(load, cluster.processes, prober, performance.now());
  // an order may still have been confirmed before the fault took effect
  const ms = Math.max(firstOrderMs, statistics.lastFailureAt - since);
  load.journal.note(`recovered from ${part} after ${Math.round(ms)} ms`);
  await sleep(calmAfterMs);
  return { kind: fault.kind, what: `${fault.kind} (${part})`, ms, slowestAnswerMs: statistics.slowestMs };
}

type Moment = { time: string; content: string };

/** Backs up, so that the log until now is archived, restores to the moment beside the cluster, and compares. */
async function compareRestored(
  cluster: Cluster,
  moment: Moment,
  { folder, port }: { folder: string; port: number },
): Promise<Finding[]> {
  await cluster.run('backup');
  await cluster.run('restore', moment.time, folder, String(port));
  const restored = new URL(String(cluster.database()));
  restored.port = String(port);
  const { content } = await readMoment(restored.href);
  return content === moment.content
    ? []
    : [{ sentence: `Restored to ${moment.time}: ${content}; the database held ${moment.content}.` }];
}

/** While the load is paused: the database's own time, and a hash of its orders and payments. */
async function readMoment(address: DatabaseAddress): Promise<Moment> {
  await using db = connect(address, 1, commandLimits).db;
  const { rows } = await sql<Moment>`
    select clock_timestamp()::text as time, concat_ws(', ',
      (select count(*) || ' orders ' || md5(string_agg(id || state || total_cents, ',' order by id)) from orders),
      (select count(*) || ' transitions ' || md5(string_agg(order_id || to_state, ',' order by id)) from order_moves),
      (select count(*) || ' movements ' || md5(string_agg(units::text, ',' order by id)) from stock_movements))
      as content`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database answers no row.');
  return row;
}
