/** `backup FILE`: writes the whole shop into one file and reads it back; the shop may be running. */
import { readFileSync } from 'node:fs';
import { type BackupCounts, backUpShop } from '#administration/use-cases/back-up-shop.ts';
import {
  type BackupFile,
  createBackupFile,
  openBackupFile,
} from '#app/commands/administration/backup-file.ts';
import { type Command, CommandRefusal, requireShop, resolveGivenPath } from '#app/commands/command.ts';
import { type Progress, showProgress } from '#app/commands/progress.ts';
import { withConnection } from '#app/commands/with-database.ts';
import { type DataPaths, readDataPaths } from '#app/config.ts';
import { openImageStore } from '#app/image-store.ts';
import { waitingJobs } from '#app/jobs/waiting-jobs.ts';
import { openSandboxLedger } from '#app/sandbox/sandbox-ledger.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import { formatNumber } from '#kernel/words.ts';
import { readProgramVersion } from '#platform/database/migrate.ts';

export const backupCommand: Command = {
  parameters: ['FILE'],
  help: 'writes database, pictures, card sandbox and secrets into one file; the shop may be running',
  async run([name = ''], { environment, errors }) {
    const dataPaths = readDataPaths(environment);
    requireShop(dataPaths);
    const at = new Date();
    const file = await createBackupFile(resolveGivenPath(name, environment), name, at);
    const progress = showProgress(errors);
    try {
      const counts = await fill(file, dataPaths, progress, at);
      await file.complete();
      const checked = await openBackupFile(file.draft, name);
      await checked.close();
      await file.putInPlace();
      return formatSummary(name, counts);
    } finally {
      progress.end();
      await file.close();
    }
  },
};

async function fill(
  file: BackupFile,
  dataPaths: DataPaths,
  progress: Progress,
  at: Date,
): Promise<BackupCounts> {
  const { hasOwnAuthSecret, secretsFile, dataDir } = dataPaths;
  const { release } = await readProgramVersion();
  const store = await openImageStore(dataPaths, () => {});
  const ledger = openSandboxLedger(dataDir, file.draft);
  try {
    const counts = await withConnection(dataPaths, 'join', ({ db }, address) =>
      backUpShop(
        { db },
        {
          address,
          add: file.add,
          store,
          secrets: readFileSync(secretsFile),
          ledger,
          jobs: waitingJobs,
          manifest: { program: release, madeAt: at.toISOString(), hasOwnAuthSecret },
          onProgress: (what, done, of) => progress.show(what, done, of),
        },
      ),
    );
    if (isRefused(counts)) throw new CommandRefusal(explainRefusal(counts));
    return counts;
  } finally {
    ledger?.close();
  }
}

function formatSummary(name: string, { rows, files, missing }: BackupCounts): string {
  return [
    `“${name}” holds the shop now: ${formatNumber(rows)} rows and ${formatNumber(files)} files of pictures. It was read back and is whole.`,
    'Whoever has this file has the shop’s secrets and its customers’ data.',
    ...(missing > 0
      ? [`${formatNumber(missing)} pictures that are shown were not found in their store.`]
      : []),
  ].join('\n');
}
