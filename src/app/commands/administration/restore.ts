/** `restore FILE`: restores a backup into an empty database. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { entryNames, findRestoreObstacle, readBytes } from '#administration/rules/backups.ts';
import { restoreShop } from '#administration/use-cases/restore-shop.ts';
import {
  type Command,
  CommandRefusal,
  findShop,
  resolveGivenPath,
  withConnection,
} from '#app/commands/command.ts';
import { type Progress, showProgress } from '#app/commands/progress.ts';
import type { DataPaths } from '#app/config.ts';
import { openImageStore } from '#app/image-store.ts';
import { openQueue, restoreJobs } from '#app/jobs/job-queue.ts';
import { ledgerFile } from '#app/sandbox/sandbox-ledger.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import { formatNumber } from '#kernel/words.ts';
import type { Connection, DatabaseAddress } from '#platform/database/connect.ts';
import { listMigrations, readProgramVersion } from '#platform/database/migrate.ts';
import { isUnavailable } from '#platform/database/unavailable.ts';
import { createFolder, writeWhole } from '#platform/system/files.ts';
import { type OpenBackup, openBackupFile } from './backup.ts';

export const restoreCommand: Command = {
  parameters: ['FILE'],
  help: 'makes a shop of a backup: into a DATA_DIR that is not there yet, or an empty database at DATABASE_URL',
  async run([name = ''], { environment, errors }) {
    const dataPaths = findShop({ environment, errors });
    const backup = await openBackupFile(resolveGivenPath(name, environment), name);
    const progress = showProgress(errors);
    try {
      const reason = findRestoreObstacle(backup.manifest, await listMigrations(await readProgramVersion()));
      if (reason) throw new CommandRefusal(reason);
      refuseOtherShop(dataPaths, backup);
      await withConnection(dataPaths, 'refuse', (connection, address) =>
        restoreInto(connection, address, { dataPaths, backup, progress }),
      ).catch(refuseFullDisk);
      return formatSummary(dataPaths, backup);
    } finally {
      progress.end();
      await backup.close();
    }
  },
};

async function restoreInto(
  connection: Connection,
  address: DatabaseAddress,
  { dataPaths, backup, progress }: { dataPaths: DataPaths; backup: OpenBackup; progress: Progress },
): Promise<void> {
  const closes: (() => Promise<void> | void)[] = [];
  try {
    const refused = await restoreShop(connection, {
      address,
      manifest: backup.manifest,
      entries: backup.entries,
      openStore: () => openImageStore(dataPaths, () => {}),
      openJobs: async () => {
        const { boss, close } = await openQueue(connection, () => {});
        closes.push(close);
        return (client, pieces) => restoreJobs(boss, client, pieces);
      },
      putFiles: () => putFiles(dataPaths, backup),
      onProgress: (what, done, of) => progress.show(what, done, of),
    });
    if (isRefused(refused)) throw new CommandRefusal(explainRefusal(refused));
  } finally {
    for (const close of closes) await close();
  }
}

const diskFull = '53100'; // https://www.postgresql.org/docs/current/errcodes-appendix.html

function refuseFullDisk(error: unknown): never {
  const { code } = (isUnavailable(error) ? error.cause : error) as { code?: string };
  if (code !== diskFull && code !== 'ENOSPC') throw error;
  throw new CommandRefusal('The disk is full, and nothing was restored; make room and run this again.');
}

/** The folder may hold the same shop: after an interrupted restore, or when its database moves to DATABASE_URL. */
function refuseOtherShop({ dataDir, secretsFile }: DataPaths, { secrets }: OpenBackup): void {
  const isOther = existsSync(secretsFile)
    ? !readFileSync(secretsFile).equals(secrets)
    : existsSync(ledgerFile(dataDir));
  if (!isOther) return;
  throw new CommandRefusal(
    `The data folder ${dataDir} belongs to another shop; set DATA_DIR to one that is not there yet.`,
  );
}

/** Existing files stay: they are of the same shop, and their ledger is not older. */
async function putFiles(
  { dataDir, secretsFile }: DataPaths,
  { secrets, entries }: OpenBackup,
): Promise<void> {
  createFolder(dirname(ledgerFile(dataDir)));
  if (!existsSync(ledgerFile(dataDir)))
    await writeWhole(ledgerFile(dataDir), readBytes(entries(entryNames.ledger)));
  if (!existsSync(secretsFile)) await writeWhole(secretsFile, [secrets]);
}

function formatSummary({ databaseUrl }: DataPaths, { manifest, imageFiles }: OpenBackup): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `The shop is as it was at ${manifest.madeAt}: ${formatNumber(rows)} rows and ${formatNumber(imageFiles)} files of pictures.`,
    'Start it, and compare its books with the card provider’s: npm run shop -- audit',
    'Invoices of after that moment are not in it, and their numbers are given again: if there were any, choose another prefix in Settings as soon as it is open.',
    ...(manifest.hasOwnAuthSecret
      ? ['It had its AUTH_SECRET from the environment: set the same again, or everybody has to log in anew.']
      : []),
    ...(databaseUrl && !manifest.hasOwnAuthSecret
      ? ['Processes on other machines need the authSecret of its secrets.json as their AUTH_SECRET.']
      : []),
  ].join('\n');
}
