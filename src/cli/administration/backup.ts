/** `backup FILE`: writes the whole shop into one file, while it runs or not, and reads that back before it counts. */
import { existsSync, readFileSync } from 'node:fs';
import { openBackupFile } from '#cli/administration/read-backup-file.ts';
import { type BackupFile, createBackupFile } from '#cli/administration/write-backup-file.ts';
import { type Command, CommandRefusal } from '#cli/command.ts';
import { resolveGivenPath } from '#cli/given-path.ts';
import { type Progress, showProgress } from '#cli/progress.ts';
import { withConnection } from '#cli/with-database.ts';
import { readProgramVersion } from '#database/migrate.ts';
import { explainRefusal, isRefused } from '#domain/refusals.ts';
import { waitingJobs } from '#jobs/waiting-jobs.ts';
import { type DataPaths, readDataPaths } from '#server/config/config.ts';
import { openImageStore } from '#server/images/image-store.ts';
import { openSandboxLedger } from '#server/sandbox/sandbox-ledger.ts';
import { type BackupCounts, backUpShop } from '#shop/administration/back-up-shop.ts';

export const backupCommand: Command = {
  parameters: ['FILE'],
  help: 'writes database, pictures, card sandbox and secrets into one file; the shop may be running',
  async run([named = '']) {
    const places = readDataPaths(process.env);
    if (!existsSync(places.secretsFile)) {
      throw new CommandRefusal(
        `There is no shop in the data folder ${places.dataDir}; DATA_DIR names the one that the shop uses.`,
      );
    }
    const at = new Date();
    const file = await createBackupFile(resolveGivenPath(named), named, at);
    const progress = showProgress(process.stderr);
    try {
      const backedUp = await fill(file, places, progress, at);
      await file.complete();
      const written = await openBackupFile(file.draft, named);
      await written.close();
      await file.putInPlace();
      return formatSummary(named, backedUp);
    } finally {
      progress.end();
      await file.close();
    }
  },
};

async function fill(file: BackupFile, places: DataPaths, progress: Progress, at: Date): Promise<BackupCounts> {
  const { hasOwnAuthSecret, secretsFile, dataDir } = places;
  const { release } = await readProgramVersion();
  const pictures = await openImageStore(places, () => {});
  const ledger = openSandboxLedger(dataDir, file.draft);
  try {
    const backedUp = await withConnection(places, 'join', ({ db }, address) =>
      backUpShop(
        { db },
        {
          address,
          add: file.add,
          store: pictures.store,
          secrets: readFileSync(secretsFile),
          ledger,
          jobs: waitingJobs,
          manifest: { program: release, madeAt: at.toISOString(), hasOwnAuthSecret },
          onProgress: (what, done, of) => progress.show(what, done, of),
        },
      ),
    );
    if (isRefused(backedUp)) throw new CommandRefusal(explainRefusal(backedUp));
    return backedUp;
  } finally {
    ledger?.close();
    pictures.close();
  }
}

function formatSummary(named: string, { rows, files, missing }: BackupCounts): string {
  const amount = (count: number) => count.toLocaleString('en-US');
  return [
    `“${named}” holds the shop now: ${amount(rows)} rows and ${amount(files)} files of pictures. It was read back and is whole.`,
    'Whoever has this file has the shop’s secrets and its customers’ data.',
    ...(missing > 0 ? [`${amount(missing)} pictures that are shown were not found in their store.`] : []),
  ].join('\n');
}
