/** One drill: a cluster under load loses its parts one after the other, and is compared with the journal each time. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dice, makeDice } from '../../bench/dice.ts';
import { checkAtTheEnd, checkBetweenKills } from '../checks.ts';
import type { Finding } from '../findings.ts';
import { openJournal } from '../journal.ts';
import { startLoad } from '../load.ts';
import { awaitRecovery } from '../recovery.ts';
import { formatProgress, type Recovery, type Simulation } from '../simulate.ts';
import { type Cluster, openCluster, runCluster } from './cluster.ts';
import { type Fault, type FaultKind, faultKinds, planFaults } from './faults.ts';
import { compareRestored, type Moment, readMoment } from './point-in-time.ts';

export type DrillOptions = {
  kinds?: readonly FaultKind[] | undefined;
  seed: number;
  log: (line: string) => void;
  signal?: AbortSignal;
};

/** Starts a cluster, carries out the plan, and stops it. Throws when the cluster does not start. */
export async function drill(options: DrillOptions): Promise<Simulation> {
  const begun = performance.now();
  const dice = makeDice(options.seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-drill-'));
  chmodSync(folder, 0o711); // the user of PostgreSQL goes through it
  const findings: Finding[] = [];
  const report = (finding: Finding) => findings.push(finding);
  try {
    const cluster = await openCluster(path.join(folder, 'cluster'));
    const journal = openJournal(path.join(folder, 'journal.jsonl'));
    const running = await startLoad(cluster, { journal, dice, report });
    const simulation: Simulation = {
      ...{ findings, recoveries: [], running, compared: undefined, seconds: 0, folder },
    };
    try {
      await run(simulation, planFaults(options.kinds ?? faultKinds, dice), { cluster, dice, options });
    } catch (error) {
      report({ sentence: error instanceof Error ? error.message : String(error) });
    } finally {
      running.load.control.stop();
    }
    await running.ended;
    return { ...simulation, seconds: (performance.now() - begun) / 1000 };
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
    if (index === Math.floor(plan.length / 2)) moment = await readMoment(cluster);
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
