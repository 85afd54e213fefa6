/** Backs up a running shop from one snapshot. */
import { buffer } from 'node:stream/consumers';
import {
  copyQueryOut,
  copyTableOut,
  describeSnapshot,
  type JobsQuery,
  type ListedTable,
  type Snapshot,
  withSnapshot,
} from '#administration/database/backup.ts';
import { type AddEntry, type BackupManifest, entryNames } from '#administration/rules/backups.ts';
import { blockImageRemoval, listImages } from '#images/database/images.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { listImageFileNames } from '#kernel/uploaded-images.ts';
import type { Database, DatabaseAddress } from '#platform/database/connect.ts';
import type { ImageStore } from '#platform/images/store.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type BackupRequest = {
  address: DatabaseAddress;
  add: AddEntry;
  store: ImageStore;
  secrets: Uint8Array;
  ledger: LockableLedger | undefined;
  jobs: JobsQuery;
  manifest: Pick<BackupManifest, 'program' | 'madeAt' | 'hasOwnAuthSecret'>;
  onProgress(what: string, done: number, of: number): void;
};

export type LockableLedger = {
  lockWhile(moment: () => Promise<void>): Promise<void>;
  read(): AsyncIterable<Uint8Array>;
};

export type BackupCounts = {
  rows: number;
  files: number;
  missing: number;
};

/** Database and card ledger are of one moment; images are copied later. Refuses: image-store-unavailable. */
export async function backUpShop(
  { db }: Pick<Dependencies, 'db'>,
  backup: BackupRequest,
): Promise<BackupCounts | Refusal> {
  return await db.transaction().execute(async (guard) => {
    await blockImageRemoval(guard);
    const { tables, rows } = await withSnapshot(
      backup.address,
      {
        extraTables: [backup.jobs.table],
        aroundSnapshot: async (take) => await (backup.ledger ? backup.ledger.lockWhile(take) : take()),
      },
      async (snapshot) => ({ tables: snapshot.tables, rows: await addDatabase(snapshot, backup) }),
    );
    const copied = await addImages(guard, tables, backup);
    return isRefused(copied) ? copied : { rows, ...copied };
  });
}

async function addDatabase({ client, tables }: Snapshot, backup: BackupRequest): Promise<number> {
  const { add, jobs } = backup;
  const description = await describeSnapshot({ client, tables }, jobs);
  const manifest: BackupManifest = { format: 1, ...backup.manifest, ...description };
  await add({ name: entryNames.manifest, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) });
  await add({ name: entryNames.secrets, bytes: backup.secrets });
  if (backup.ledger) await addPieces(add, entryNames.ledger, backup.ledger.read());
  const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of manifest.tables) {
    backup.onProgress('Rows', done, total);
    await addPieces(add, `${entryNames.tables}${table.name}/`, copyTableOut(client, table));
    done += table.rows;
  }
  if (manifest.jobs > 0) await addPieces(add, entryNames.jobs, copyQueryOut(client, jobs.query));
  return total;
}

async function addImages(
  guard: Database,
  tables: readonly ListedTable[],
  { add, store, onProgress }: BackupRequest,
): Promise<Pick<BackupCounts, 'files' | 'missing'> | Refusal> {
  const images = await listImages(guard, (table, column) =>
    tables.some(({ name, columns }) => name === table && columns.includes(column)),
  );
  let [files, missing] = [0, 0];
  for (const [index, { key, isShown }] of images.entries()) {
    onProgress('Pictures', index, images.length);
    let isComplete = true;
    for (const name of listImageFileNames(key)) {
      const file = await store.get(name);
      if (isRefused(file)) return file;
      if (file) await add({ name: `${entryNames.images}${name}`, bytes: await buffer(file.bytes) });
      if (file) files += 1;
      else isComplete = false;
    }
    if (isShown && !isComplete) missing += 1;
  }
  return { files, missing };
}

const pieceBytes = 1_000_000;

async function addPieces(add: AddEntry, folder: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let [buffered, size, number]: [Uint8Array[], number, number] = [[], 0, 0];
  const addPiece = async () => {
    number += 1;
    await add({ name: `${folder}${String(number).padStart(6, '0')}`, bytes: Buffer.concat(buffered) });
    [buffered, size] = [[], 0];
  };
  for await (const chunk of chunks) {
    buffered.push(chunk);
    size += chunk.length;
    if (size >= pieceBytes) await addPiece();
  }
  if (size > 0) await addPiece();
}
