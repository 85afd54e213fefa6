/** `npm run simulate -- --mutants`: whether the histories find each guard that is removed, and with which seed. */
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { cloneDatabase, dropDatabase, type TestPostgres } from '../../tests/support/postgres.ts';
import { startHistoryPostgres } from './history-database.ts';
import { type Mutant, mutants, type SchemaMutant } from './mutants.ts';
import { startWorker } from './worker.ts';

type MutantRun = {
  /** Only mutants whose names contain one of them; all when there are none. */
  words: string[];
  signal: AbortSignal;
  log: (line: string) => void;
};

/** A mutant that so many histories do not find is not found. */
const maxSeeds = 2000;

/** Prints a table in Markdown; true when all were found. */
export async function runMutants({ words, signal, log }: MutantRun): Promise<boolean> {
  const postgres = await startHistoryPostgres();
  const chosen = mutants.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const waiting = [...chosen.entries()];
  let survivors = 0;
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const [index, mutant] = next;
      const killed = await findMutant(postgres, { name: `mutant_${index}`, mutant, signal });
      if (!killed) survivors += 1;
      log(`| ${mutant.name} | ${killed?.seed ?? 'none'} | ${killed ? describe(killed.problem) : ''} |`);
    }
  }
  try {
    log('| what was removed | found by seed | as |\n| --- | --- | --- |');
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
    log(`${survivors} of ${chosen.length} were not found.`);
    return survivors === 0;
  } finally {
    await postgres.stop();
  }
}

async function findMutant(
  postgres: TestPostgres,
  { name, mutant, signal }: { name: string; mutant: Mutant | SchemaMutant; signal: AbortSignal },
): Promise<{ seed: number; problem: string } | undefined> {
  const address = await cloneDatabase(postgres.connection, name);
  if ('sql' in mutant) {
    const client = new pg.Client(address);
    await client.connect();
    await client.query(mutant.sql);
    await client.end();
  }
  const worker = await startWorker(address, 'sql' in mutant ? undefined : mutant);
  try {
    for (let seed = 1; seed <= maxSeeds && !signal.aborted; seed += 1) {
      const { problem } = await worker.run({ seed, isShrunk: false });
      if (problem) return { seed, problem };
    }
    return undefined;
  } finally {
    await worker.stop();
    await dropDatabase(postgres.connection, name);
  }
}

/** Without ids, which are long. */
function describe(problem: string): string {
  const [line = ''] = problem.split('\n');
  return line.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} ?/g, '').replaceAll('|', '/');
}
