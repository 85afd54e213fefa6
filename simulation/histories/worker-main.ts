/** A process that runs the histories that it is sent the seeds of, on a database of its own. */
import { openHistoryDatabase } from './history-database.ts';
import { findProblem } from './search-seeds.ts';
import type { SeedOrder, SeedReport } from './worker.ts';

const database = await openHistoryDatabase(JSON.parse(process.argv[2] ?? ''));
process.once('disconnect', () => process.exit());
process.on('message', async ({ seed, isShrunk }: SeedOrder) => {
  const problem = await findProblem(database, seed, { isShrunk }).catch(
    (error: Error) => error.stack ?? String(error),
  );
  process.send?.({ seed, problem } satisfies SeedReport);
});
process.send?.('ready');
