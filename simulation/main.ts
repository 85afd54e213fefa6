/** Kills a shop under load: `npm run simulate -- --kills N [--seed S] [--only KIND,KIND]`. */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type KillKind, killKinds } from './kills.ts';
import { describeFindings, describeRun } from './report.ts';
import { simulate } from './simulate.ts';

const usage = `Usage: npm run simulate -- --kills N [--seed S] [--only ${killKinds.join(',')}]`;

const options = readOptions();
if (typeof options === 'string') {
  console.error(options);
  process.exitCode = 1;
} else {
  console.log(`Seed ${options.seed}`);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.abort(new Error(`Ended by ${signal}.`)));
  process.once('disconnect', () => interrupted.abort(new Error('Ended with its launcher.')));
  const simulation = await simulate({
    ...options,
    reconciliation: 'automatic',
    log: console.log,
    signal: interrupted.signal,
  });
  console.log(`\n${describeRun(simulation, options.seed)}`);
  if (simulation.findings.length === 0) {
    rmSync(simulation.folder, { recursive: true, force: true });
  } else {
    console.error(`\n${describeFindings(simulation, options.seed)}`);
    process.exitCode = 1;
  }
  process.disconnect?.();
}

/** The options, or a sentence that says what is wrong with them. */
function readOptions(): { kills: number; seed: number; kinds: KillKind[] | undefined } | string {
  try {
    const { values } = parseArgs({
      options: { kills: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
    });
    const kills = Number(values.kills);
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
    const kinds = values.only?.split(',') as KillKind[] | undefined;
    const isUsable =
      Number.isInteger(kills) &&
      kills > 0 &&
      Number.isInteger(seed) &&
      !kinds?.some((kind) => !killKinds.includes(kind));
    return isUsable ? { kills, seed, kinds } : usage;
  } catch {
    return usage;
  }
}
