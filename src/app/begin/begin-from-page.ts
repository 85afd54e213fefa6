/** An administrator begins for real on a page of the running shop: it is backed up into its data folder first. */
import { join } from 'node:path';
import type { Belongings } from '#administration/rules/belongings.ts';
import { type Beginning, beginForReal, refuseBeginning } from '#app/begin/begin-for-real.ts';
import { writeBackup } from '#app/commands/administration/backup.ts';
import { CommandRefusal } from '#app/commands/command.ts';
import type { DataPaths } from '#app/config.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';
import { runWithoutBudget } from '#platform/database/time-budget.ts';

export type BeginningFromPage = ReturnType<typeof makeBeginning>;

export function makeBeginning(
  dataPaths: DataPaths,
  tools: { db: Database; clearSandbox: () => Promise<void> },
) {
  const folder = dataPaths.dataDir; // where its backups are
  const begin = async (request: Beginning): Promise<{ removed: Belongings; backup: string } | Refusal> => {
    const refusal = await refuseBeginning(tools.db, request);
    if (refusal) return refusal;
    const backup = join(folder, `tried-${request.at.toISOString().replaceAll(':', '-')}.tar.gz`);
    const failure = await backUp(dataPaths, backup);
    if (failure) return failure;
    const removed = await beginForReal(tools, request);
    return isRefused(removed) ? removed : { removed, backup };
  };
  return { folder, begin: (request: Beginning) => runWithoutBudget(() => begin(request)) };
}

async function backUp(dataPaths: DataPaths, path: string): Promise<Refusal | undefined> {
  try {
    await writeBackup(dataPaths, { path, name: path, progress: { show: () => {} } });
    return undefined;
  } catch (error) {
    if (error instanceof CommandRefusal) return { refused: 'backup-not-written', reason: error.message };
    throw error;
  }
}
