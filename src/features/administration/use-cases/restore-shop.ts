/** Restores a backup into an empty database and an image store. */
import { sql } from 'kysely';
import type pg from 'pg';
import {
  fillTables,
  isShopRunning,
  refuseNewerSchema,
  refuseNonEmptyDatabase,
  withClient,
  withEmptyDatabase,
} from '#administration/database/backup.ts';
import {
  type BackupEntry,
  type BackupManifest,
  entryNames,
  readBytes,
} from '#administration/rules/backups.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { imageMediaTypes, parseImageFileName } from '#kernel/uploaded-images.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { migrate, readProgramVersion } from '#platform/database/migrate.ts';
import type { ImageStore } from '#platform/images/store.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

export type RestoreRequest = {
  address: DatabaseAddress;
  manifest: BackupManifest;
  entries(beginning: string): AsyncIterable<BackupEntry>;
  openStore(): Promise<ImageStore>;
  /** Creates the queue's tables; returns a function that enqueues the backed-up jobs in a transaction. */
  openJobs(): Promise<(client: pg.ClientBase, pieces: AsyncIterable<Uint8Array>) => Promise<unknown>>;
  putFiles(): Promise<void>;
  onProgress(what: string, done: number, of: number): void;
};

/** One commit. Refuses: image-store-unavailable; throws a StartupRefusal when the database is not empty. */
export async function restoreShop(
  { db }: Pick<Dependencies, 'db'>,
  backup: RestoreRequest,
): Promise<Refusal | undefined> {
  const { address, manifest, entries, onProgress } = backup;
  await withClient(address, (client) => refuseUsed(client, manifest));
  const failed = await restoreImages(backup);
  if (failed) return failed;
  const lastMigration = manifest.migrations.at(-1) ?? '';
  await migrate(db, { ...(await readProgramVersion()), lastMigration });
  const restoreJobs = await backup.openJobs();
  const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  await withEmptyDatabase(address, async (client) => {
    await fillTables(client, manifest, entries(entryNames.tables), (rows) => {
      done += rows;
      onProgress('Rows', done, total);
    });
    await restoreJobs(client, readBytes(entries(entryNames.jobs)));
    await backup.putFiles();
  });
  await migrate(db);
  await sql`analyze`.execute(db); // or the first queries would be planned for empty tables
  return undefined;
}

async function refuseUsed(client: pg.ClientBase, manifest: BackupManifest): Promise<void> {
  if (await isShopRunning(client)) {
    throw new StartupRefusal('A shop is running on this database; stop it first.');
  }
  await refuseNonEmptyDatabase(client);
  await refuseNewerSchema(client, manifest);
}

async function restoreImages({
  entries,
  openStore,
  onProgress,
}: RestoreRequest): Promise<Refusal | undefined> {
  const store = await openStore();
  let done = 0;
  for await (const { name, bytes } of entries(entryNames.images)) {
    const file = name.slice(entryNames.images.length);
    const image = parseImageFileName(file);
    if (!image) continue; // not an image file of the shop
    const exists = await store.has(file);
    if (isRefused(exists)) return exists;
    const failed = exists ? undefined : await store.put(file, bytes, imageMediaTypes[image.format]);
    if (failed) return failed;
    done += 1;
    onProgress('Pictures', done, done);
  }
  return undefined;
}
