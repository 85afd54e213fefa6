/** Takes parts of a cluster away under load: `deploy/drill [--seed S] [--only KIND,KIND]`. */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeFindings, describeRun } from '../report.ts';
import { drill } from './drill.ts';
import { type FaultKind, faultKinds } from './faults.ts';

const usage = `Usage: deploy/drill [--seed S] [--only ${faultKinds.map((kind) => `'${kind}'`).join(',')}]`;

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
  const simulation = await drill({ ...options, log: console.log, signal: interrupted.signal });
  console.log(`\n${describeRun(simulation, options.seed)}`);
  if (simulation.findings.length === 0) {
    rmSync(simulation.folder, { recursive: true, force: true });
  } else {
    console.error(`\n${describeFindings(simulation, options.seed)}`);
    process.exitCode = 1;
  }
  process.disconnect?.();
}

/** The options, or a sentence that says how they are written. */
function readOptions(): { seed: number; kinds: FaultKind[] | undefined } | string {
  try {
    const { values } = parseArgs({ options: { seed: { type: 'string' }, only: { type: 'string' } } });
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
    const kinds = values.only?.split(',') as FaultKind[] | undefined;
    const isUsable = Number.isInteger(seed) && !kinds?.some((kind) => !faultKinds.includes(kind));
    return isUsable ? { seed, kinds } : usage;
  } catch {
    return usage;
  }
}
