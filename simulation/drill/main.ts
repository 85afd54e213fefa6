/** Takes parts of a cluster away under load: `deploy/drill [--seed S] [--only KIND,KIND]`; updates it: `deploy/drill --update`. */
import { parseArgs } from 'node:util';
import { listenForEnd, reportRun } from '../report.ts';
import { drill } from './drill.ts';
import { type FaultKind, faultKinds } from './faults.ts';
import { drillUpdate } from './update.ts';

const usage = `Usage: deploy/drill [--seed S] [--only ${faultKinds.map((kind) => `'${kind}'`).join(',')}]
       deploy/drill --update`;

const options = readOptions();
if (typeof options === 'string') {
  console.error(options);
  process.exitCode = 1;
} else if ('isUpdate' in options) {
  const { paid, requests, problems } = await drillUpdate(console.log);
  console.log(`${requests} requests and ${paid} payments through HAProxy, ${problems.length} problems.`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  process.disconnect?.();
} else {
  console.log(`Seed ${options.seed}`);
  const simulation = await drill({ ...options, log: console.log, signal: listenForEnd() });
  if (!reportRun(simulation, options.seed)) process.exitCode = 1;
  process.disconnect?.();
}

/** The options, or a sentence that says how they are written. */
function readOptions(): { seed: number; kinds: FaultKind[] | undefined } | { isUpdate: true } | string {
  try {
    const { values } = parseArgs({
      options: { seed: { type: 'string' }, only: { type: 'string' }, update: { type: 'boolean' } },
    });
    if (values.update) return values.seed || values.only ? usage : { isUpdate: true };
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
    const kinds = values.only?.split(',') as FaultKind[] | undefined;
    const isUsable = Number.isInteger(seed) && !kinds?.some((kind) => !faultKinds.includes(kind));
    return isUsable ? { seed, kinds } : usage;
  } catch {
    return usage;
  }
}
