/** `backup FILE`: writes the whole shop into one file and reads it back; the shop may be running. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  type BackupEntry,
  type BackupManifest,
  backupManifestSchema,
  entryNames,
} from '#administration/rules/backups.ts';
import { type BackupCounts, backUpShop } from '#administration/use-cases/back-up-shop.ts';
import { noteBackup } from '#app/backup-notes.ts';
import {
  type Command,
  CommandRefusal,
  findShop,
  requireContent,
  requireFolder,
  resolveGivenPath,
  withConnection,
} from '#app/commands/command.ts';
import { type Progress, showProgress } from '#app/commands/progress.ts';
import type { DataPaths } from '#app/config.ts';
import { openImageStore } from '#app/image-store.ts';
import { waitingJobs } from '#app/jobs/job-queue.ts';
import { openSandboxLedger } from '#app/sandbox/sandbox-ledger.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import { formatNumber } from '#kernel/words.ts';
import { readProgramVersion } from '#platform/database/migrate.ts';
import { syncFolder } from '#platform/system/files.ts';
import { refuseFile } from '../catalogue/text-lines.ts';
import { makeTarEntry, readTar, tarEnd } from './tar.ts';

export const backupCommand: Command = {
  parameters: ['FILE'],
  help: 'writes database, pictures, card sandbox and secrets into one file; the shop may be running',
  async run([name = ''], { environment, errors }) {
    const dataPaths = findShop({ environment, errors });
    requireFolder(dataPaths);
    const progress = showProgress(errors);
    const path = resolveGivenPath(name, environment);
    const saved = await writeBackup(dataPaths, { path, name, progress }).finally(progress.end);
    return formatSummary(name, saved);
  },
};

/** Of a shop that may be running. Throws a CommandRefusal. */
export async function writeBackup(
  dataPaths: DataPaths,
  { path, name, progress }: { path: string; name: string; progress: Pick<Progress, 'show'> },
): Promise<BackupCounts> {
  const at = new Date();
  const file = await createBackupFile(path, name, at);
  try {
    const counts = await fill(file, dataPaths, progress, at);
    await file.complete();
    const checked = await openBackupFile(file.draft, name);
    await checked.close();
    await file.putInPlace();
    await withConnection(dataPaths, 'join', ({ db }) => noteBackup(db, path, at));
    return counts;
  } finally {
    await file.close();
  }
}

async function fill(
  file: BackupFile,
  dataPaths: DataPaths,
  progress: Pick<Progress, 'show'>,
  at: Date,
): Promise<BackupCounts> {
  const { hasOwnAuthSecret, secretsFile, dataDir } = dataPaths;
  const { release } = await readProgramVersion();
  const store = await openImageStore(dataPaths, () => {});
  const ledger = openSandboxLedger(dataDir, file.draft);
  const counts = await withConnection(dataPaths, 'join', async ({ db }, address) => {
    await requireContent(db);
    return await backUpShop(
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
    );
  }).finally(() => ledger?.close());
  if (isRefused(counts)) throw new CommandRefusal(explainRefusal(counts));
  return counts;
}

export function formatSummary(name: string, { rows, files, missing }: BackupCounts): string {
  return [
    `“${name}” holds the shop now: ${formatNumber(rows)} rows and ${formatNumber(files)} files of pictures. It was read back and is whole.`,
    'Whoever has this file has the shop’s secrets and its customers’ data.',
    ...(missing > 0
      ? [`${formatNumber(missing)} pictures that are shown were not found in their store.`]
      : []),
  ].join('\n');
}

/** Writes and reads backup files: a tar archive, compressed with gzip, between two empty gzip members with the format and a SHA-256 in their comments. */
type BackupFile = Awaited<ReturnType<typeof createBackupFile>>;

/** Readable by its owner only; an older backup stays until `putInPlace`, any other file for ever. Throws a CommandRefusal. */
export async function createBackupFile(path: string, name: string, at: Date) {
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) throw new CommandRefusal(`“${name}” is not a file.`);
  if (existing && existing.size > 0) await requireBackup(path, name);
  const draft = `${path}.partial-${randomUUID()}`; // in containers, processes have the same numbers
  const refuse = refuseFile(name, 'written');
  const file = await open(draft, 'wx', 0o600).catch(refuse);
  const remove = () => rmSync(draft, { force: true });
  process.once('exit', remove); // after Ctrl-C
  const gzip = createGzip();
  const writing = writeAll(gzip, file);
  writing.catch(() => {}); // `add` and `complete` report it
  const write = async (bytes: Uint8Array) => {
    if (!gzip.destroyed && gzip.write(bytes)) return;
    await (gzip.destroyed ? writing : once(gzip, 'drain').catch(() => writing));
  };
  return {
    draft,
    add: async (entry: BackupEntry) => await write(makeTarEntry(entry, at)).catch(refuse),
    complete: async () => {
      await write(tarEnd).catch(refuse);
      gzip.end();
      await writing.catch(refuse);
    },
    putInPlace: async () => {
      await rename(draft, path).catch(refuse);
      await syncFolder(dirname(path)).catch(refuse);
    },
    close: async () => {
      gzip.destroy();
      await writing.catch(() => {});
      await file.close();
      remove();
      process.off('exit', remove);
    },
  };
}

async function requireBackup(path: string, name: string): Promise<void> {
  await using file = await open(path).catch(refuseFile(name, 'read'));
  if (!(await isBackup(file)))
    throw new CommandRefusal(`“${name}” is there and is not a backup of COMPACT; name another file.`);
}

async function writeAll(gzip: NodeJS.ReadWriteStream, file: FileHandle): Promise<void> {
  const hash = createHash('sha256');
  const write = async (bytes: Buffer) => {
    hash.update(bytes);
    await file.writeFile(bytes);
  };
  await pipeline(gzip, async (body: AsyncIterable<Buffer>) => {
    await write(backupFileHead);
    for await (const chunk of body) await write(chunk);
    await file.writeFile(makeTrailer(hash.digest('hex')));
  });
  await file.sync();
}

export type OpenBackup = Awaited<ReturnType<typeof openBackupFile>>;

export async function openBackupFile(path: string, name: string) {
  const file = await open(path).catch(refuseFile(name, 'read'));
  try {
    return { ...(await check(file, name)), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function check(file: FileHandle, name: string) {
  const { size } = await file.stat();
  const end = size - trailerBytes;
  if (!(await isBackup(file))) throw new CommandRefusal(`“${name}” is not a backup of COMPACT.`);
  const trailer = await readAt(file, end, trailerBytes);
  const hash = end < backupFileHead.length ? '' : await computeHash(file, end);
  if (!trailer.equals(makeTrailer(hash))) {
    throw new CommandRefusal(`“${name}” is cut off or damaged.`);
  }
  const read = await readAll(file, end).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return refuseFile(name, 'read')(error);
    return undefined; // the hash matches, so the format is another one
  });
  if (!read) throw new CommandRefusal(`“${name}” is a backup of a form that this COMPACT does not know.`);
  return {
    ...read,
    async *entries(beginning: string) {
      for await (const entry of readEntries(file, end)) if (entry.name.startsWith(beginning)) yield entry;
    },
  };
}

async function readAll(file: FileHandle, end: number) {
  const content: { manifest?: BackupManifest; secrets?: Uint8Array } = {};
  const lines = new Map<string, number>();
  let imageFiles = 0;
  for await (const { name, bytes } of readEntries(file, end)) {
    const [folder = '', table = ''] = name.split('/');
    if (name === entryNames.manifest) {
      content.manifest = backupManifestSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
    } else if (name === entryNames.secrets) content.secrets = bytes;
    else if (name.startsWith(entryNames.images)) imageFiles += 1;
    else if (`${folder}/` === entryNames.tables)
      lines.set(table, (lines.get(table) ?? 0) + countLines(bytes));
  }
  const { manifest, secrets } = content;
  const isComplete = manifest?.tables.every(({ name, rows }) => (lines.get(name) ?? 0) === rows);
  return manifest && secrets && isComplete ? { manifest, secrets, imageFiles } : undefined;
}

/** In COPY's text format every row is one line; line ends in values are escaped. */
function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

async function* readEntries(file: FileHandle, end: number): AsyncGenerator<BackupEntry> {
  const gunzip = createGunzip();
  const feeding = pipeline(streamBytes(file, backupFileHead.length, end), gunzip);
  feeding.catch(() => {}); // the reader gets the error, too
  try {
    yield* readTar(gunzip);
  } finally {
    gunzip.destroy();
    await feeding.catch(() => {});
  }
}

async function computeHash(file: FileHandle, end: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of streamBytes(file, 0, end)) hash.update(chunk);
  return hash.digest('hex');
}

function streamBytes(file: FileHandle, start: number, end: number) {
  return file.createReadStream({ autoClose: false, start, end: end - 1 });
}

async function isBackup(file: FileHandle): Promise<boolean> {
  return (await readAt(file, 0, backupFileHead.length)).equals(backupFileHead);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const backupFileHead = makeMember('COMPACT backup 1');

function makeTrailer(sha256: string): Buffer {
  return makeMember(`COMPACT backup ends, SHA-256 ${sha256}`);
}

const trailerBytes = makeTrailer('0'.repeat(64)).length;

/** Source: https://www.rfc-editor.org/rfc/rfc1952 */
function makeMember(comment: string): Buffer {
  const hasComment = 0x10;
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, hasComment, 0, 0, 0, 0, 0, 0xff]),
    Buffer.from(`${comment}\0`, 'latin1'),
    Buffer.from([3, 0]), // nothing, compressed
    Buffer.alloc(8), // its checksum and length
  ]);
}
