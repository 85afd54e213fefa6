/** One run: a shop under load is killed repeatedly, and compared with the journal each time. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dice, makeDice } from '../bench/dice.ts';
import { checkAtTheEnd, checkBetweenKills } from './checks.ts';
import type { ProviderRows } from './compare-provider.ts';
import type { DatabaseRows } from './database-rows.ts';
import { type Finding, openJournal } from './journal.ts';
import { type Kill, type KillKind, killKinds, planKills } from './kills.ts';
import { type RunningLoad, startLoad } from './load.ts';
import { awaitRecovery } from './recovery.ts';
import { type Shops, startShops, type TestedShop } from './shops.ts';

type SimulationOptions = {
  kills: number;
  kinds?: readonly KillKind[] | undefined;
  /** The same seed plans the same kills and operations; the requests pending at a kill differ. */
  seed: number;
  /** Whether the end waits for the shop's reconciliation (a minute or two) or runs one. */
  reconciliation: 'automatic' | 'immediate';
  /** How many times as long the clients pause; 1 by default. */
  pauseFactor?: number;
  /** Gets a line for each kill. */
  log: (line: string) => void;
  /** Aborts the run as a failure. */
  signal?: AbortSignal;
};

/** The time of the slower process, and the longest wait of a client. */
export type Recovery = { kind: string; what: string; ms: number; slowestAnswerMs: number };

export type Simulation = {
  /** The run ends with the first. */
  findings: Finding[];
  recoveries: Recovery[];
  running: RunningLoad;
  /** The comparison at the end; undefined when the run ended before. */
  compared: { findings: Finding[]; rows: DatabaseRows; provider: ProviderRows } | undefined;
  seconds: number;
  /** The journal and the data of both processes; the caller removes it. */
  folder: string;
};

/** Starts a shop, carries out the plan, and stops all processes. Throws when the shop does not start. */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const dice = makeDice(options.seed);
  const plan = planKills(options.kills, options.kinds ?? killKinds, dice);
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-simulation-'));
  const shops = await startShops(folder);
  try {
    return await runUnderLoad(shops, { ...options, folder, dice }, (simulation) =>
      run(simulation, plan, { shops, dice, options }),
    );
  } finally {
    await shops.end();
    for (const { name, printed } of [shops.embedded, shops.remote])
      writeFileSync(path.join(folder, `${name}.log`), printed());
  }
}

/** Puts a shop under load while `play` does something to it; what it throws is a finding. */
export async function runUnderLoad(
  shop: TestedShop,
  { folder, dice, pauseFactor }: { folder: string; dice: Dice; pauseFactor?: number },
  play: (simulation: Simulation) => Promise<void>,
): Promise<Simulation> {
  const begun = performance.now();
  const findings: Finding[] = [];
  const report = (finding: Finding) => findings.push(finding);
  const journal = openJournal(path.join(folder, 'journal.jsonl'));
  const running = await startLoad(shop, { journal, dice, report, pauseFactor });
  const simulation: Simulation = {
    ...{ findings, recoveries: [], running, compared: undefined, seconds: 0, folder },
  };
  try {
    await play(simulation);
  } catch (error) {
    report({ sentence: error instanceof Error ? error.message : String(error) });
  } finally {
    running.load.control.stop();
  }
  await running.ended;
  return { ...simulation, seconds: (performance.now() - begun) / 1000 };
}

type RunContext = { shops: Shops; dice: Dice; options: SimulationOptions };

/** Kills and compares until the plan is done or there is a finding; throws on a timeout. */
async function run(simulation: Simulation, plan: Kill[], means: RunContext): Promise<void> {
  const { findings, recoveries, running } = simulation;
  const { shops, options } = means;
  const interrupted = new Promise<never>((_, reject) =>
    options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
  );
  for (const kill of plan) {
    const recovery = await Promise.race([killOnce(kill, running, means), interrupted]);
    recoveries.push(recovery);
    findings.push(...(await checkBetweenKills(running, shops)));
    options.log(formatProgress(`${recoveries.length}/${plan.length}`, recovery, running));
    if (findings.length > 0) return;
    running.load.control.resume();
  }
  simulation.compared = await checkAtTheEnd(running, shops, options.reconciliation);
  findings.push(...simulation.compared.findings);
}

/** The pause before the next kill. */
const minPauseMs = 300;
const maxPauseMs = 1_500;
/** After this time since the recovery every list must be correct. */
const calmAfterMs = 1_000;

async function killOnce(
  kill: Kill,
  { load, prober }: RunningLoad,
  { shops, dice }: RunContext,
): Promise<Recovery> {
  await sleep(minPauseMs + dice.next() * (maxPauseMs - minPauseMs));
  load.journal.note(`killing ${kill.what}`);
  load.statistics.slowestMs = 0;
  const since = await kill.carryOut(shops, dice);
  const ms = await awaitRecovery(load, shops.processes, prober, since);
  load.journal.note(`recovered after ${Math.round(ms)} ms`);
  await sleep(calmAfterMs);
  return { kind: kill.kind, what: kill.what, ms, slowestAnswerMs: load.statistics.slowestMs };
}

/** A line for each kill. */
export function formatProgress(
  done: string,
  { what, ms, slowestAnswerMs }: Recovery,
  { load }: RunningLoad,
): string {
  const purchases = load.journal.operations('purchase').filter(({ answer }) => answer).length;
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  return `${done} ${what}: recovered in ${seconds(ms)}, slowest answer ${seconds(slowestAnswerMs)}, ${purchases} purchases`;
}
