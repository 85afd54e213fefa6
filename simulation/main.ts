/** Looks for faults: kills under load with `--kills N`, histories from seeds with `--seeds N`, their check with `--mutants`. */
import { parseArgs } from 'node:util';
import { runMutants } from './histories/run-mutants.ts';
import { runSeeds } from './histories/run-seeds.ts';
import { chooseSeed } from './histories/search-seeds.ts';
import { type KillKind, killKinds } from './kills.ts';
import { listenForEnd, reportRun } from './report.ts';
import { simulate } from './simulate.ts';

const usage = `Usage: npm run simulate -- --kills N [--seed S] [--only ${killKinds.join(',')}]
       npm run simulate -- --seeds N [--seed S]
       npm run simulate -- --mutants [--only WORDS,WORDS]`;

const options = readOptions();
if (typeof options === 'string') {
  console.error(options);
  process.exitCode = 1;
} else {
  const signal = listenForEnd();
  const isClean =
    'mutants' in options
      ? await runMutants({ words: options.mutants, signal, log: console.log })
      : 'seeds' in options
        ? await runSeeds({ first: options.seed, count: options.seeds, signal, log: console.log })
        : await runKills(options, signal);
  if (!isClean) process.exitCode = 1;
  process.disconnect?.();
}

async function runKills(options: KillOptions, signal: AbortSignal): Promise<boolean> {
  console.log(`Seed ${options.seed}`);
  const simulation = await simulate({ ...options, reconciliation: 'automatic', log: console.log, signal });
  return reportRun(simulation, options.seed);
}

type KillOptions = { kills: number; seed: number; kinds: KillKind[] | undefined };

/** The options, or a sentence that says what is wrong with them. */
function readOptions(): KillOptions | { seeds: number; seed: number } | { mutants: string[] } | string {
  try {
    const { values } = parseArgs({
      options: {
        kills: { type: 'string' },
        seeds: { type: 'string' },
        seed: { type: 'string' },
        mutants: { type: 'boolean' },
        only: { type: 'string' },
      },
    });
    if (values.mutants) return { mutants: values.only?.split(',') ?? [] };
    const seed = Number(values.seed ?? chooseSeed());
    const count = Number(values.kills ?? values.seeds);
    const kinds = values.only?.split(',') as KillKind[] | undefined;
    const isUsable =
      Number.isInteger(count) &&
      count > 0 &&
      Number.isInteger(seed) &&
      (values.kills === undefined) !== (values.seeds === undefined) &&
      !kinds?.some((kind) => !killKinds.includes(kind));
    if (!isUsable) return usage;
    return values.kills === undefined ? { seeds: count, seed } : { kills: count, seed, kinds };
  } catch {
    return usage;
  }
}
