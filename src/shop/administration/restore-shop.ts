/** Makes a shop of a backup: an empty database and a store of pictures get all that is in it. */
import { sql } from 'kysely';
import type pg from 'pg';
import { withClient } from '#database/administration/backup/client.ts';
import {
  isShopRunning,
  refuseNewerSchema,
  refuseNonEmptyDatabase,
} from '#database/administration/backup/empty.ts';
import { fillTables, withEmptyDatabase } from '#database/administration/backup/fill.ts';
import type { DatabaseAddress } from '#database/connect.ts';
import { migrate, readProgramVersion } from '#database/migrate.ts';
import { type BackupEntry, type BackupManifest, entryNames } from '#domain/administration/backups.ts';
import { imageMediaTypes, parseImageFileName } from '#domain/images/uploaded-images.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { ImageStore } from '#images/store.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

export type Restore = {
  /** Where the database is, for connections of its own. */
  address: DatabaseAddress;
  manifest: BackupManifest;
  entries(beginning: string): AsyncIterable<BackupEntry>;
  /** Opens the store that gets the pictures. */
  openStore(): Promise<ImageStore>;
  /** Makes the queue's tables, and answers what asks for jobs again in a transaction. */
  openJobs(): Promise<RestoreJobs>;
  /** Puts in place what lies beside the database, as the last thing before the commit; it may be done once more. */
  putFiles(): Promise<void>;
  onProgress(what: string, done: number, of: number): void;
};

export type RestoreJobs = (client: pg.ClientBase, pieces: AsyncIterable<Uint8Array>) => Promise<unknown>;

/**
 * Restores everything; until the last moment nothing is there, so that one that was interrupted is simply repeated. The
 * database gets the schema that the backup was made with, then its rows, then the present schema. Refuses:
 * image-store-unavailable; a database that is not empty or in use throws a StartupRefusal.
 */
export async function restoreShop(
  { db }: Pick<Dependencies, 'db'>,
  backup: Restore,
): Promise<Refusal | undefined> {
  const { address, manifest, entries, onProgress } = backup;
  await withClient(address, (client) => refuseUsed(client, manifest));
  const failed = await restoreImages(backup);
  if (failed) return failed;
  const lastMigration = manifest.migrations.at(-1) ?? '';
  await migrate(db, { ...(await readProgramVersion()), lastMigration });
  const askAgain = await backup.openJobs();
  const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  await withEmptyDatabase(address, async (client) => {
    await fillTables(client, manifest, entries(entryNames.tables), (rows) => {
      done += rows;
      onProgress('Rows', done, total);
    });
    await askAgain(client, readBytes(entries(entryNames.jobs)));
    await backup.putFiles();
  });
  await migrate(db);
  await sql`analyze`.execute(db); // or the first questions would be planned for empty tables
  return undefined;
}

async function refuseUsed(client: pg.ClientBase, manifest: BackupManifest): Promise<void> {
  if (await isShopRunning(client)) {
    throw new StartupRefusal('A shop is running on this database; stop it first.');
  }
  await refuseNonEmptyDatabase(client);
  await refuseNewerSchema(client, manifest);
}

async function restoreImages({ entries, openStore, onProgress }: Restore): Promise<Refusal | undefined> {
  const store = await openStore();
  let done = 0;
  for await (const { name, bytes } of entries(entryNames.images)) {
    const file = name.slice(entryNames.images.length);
    const picture = parseImageFileName(file);
    if (!picture) continue; // none of ours
    const isThere = await store.has(file);
    if (isRefused(isThere)) return isThere;
    const failed = isThere ? undefined : await store.put(file, bytes, imageMediaTypes[picture.format]);
    if (failed) return failed;
    done += 1;
    onProgress('Pictures', done, done);
  }
  return undefined;
}

async function* readBytes(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of entries) yield bytes;
}
