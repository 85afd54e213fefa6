/** Reads the file of a backup, after every byte of it has been checked. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { backupFileHead, makeTrailer, trailerBytes } from '#cli/administration/backup-members.ts';
import { readTar } from '#cli/administration/tar.ts';
import { whyUnreadable } from '#cli/catalogue/text-lines.ts';
import { CommandRefusal } from '#cli/command.ts';
import {
  type BackupEntry,
  type BackupManifest,
  backupManifestSchema,
  entryNames,
} from '#domain/administration/backups.ts';

export type WholeBackup = {
  manifest: BackupManifest;
  secrets: Uint8Array;
  /** How many files of pictures are in it. */
  pictures: number;
  /** All entries after manifest and secrets whose names begin so, as often as they are wanted. */
  entries(beginning: string): AsyncGenerator<BackupEntry>;
  close(): Promise<void>;
};

/** Opens a backup that is whole; refuses in a sentence one that is cut, changed or something else. */
export async function openBackupFile(path: string, named: string): Promise<WholeBackup> {
  const file = await open(path).catch((error: unknown) => {
    throw new CommandRefusal(`“${named}” cannot be read: ${whyUnreadable(error)}.`);
  });
  try {
    return { ...(await check(file, named)), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function check(file: FileHandle, named: string): Promise<Omit<WholeBackup, 'close'>> {
  const { size } = await file.stat();
  const end = size - trailerBytes;
  const isBackup = (await readAt(file, 0, backupFileHead.length)).equals(backupFileHead);
  if (!isBackup) throw new CommandRefusal(`“${named}” is not a backup of COMPACT.`);
  const trailer = await readAt(file, end, trailerBytes);
  const hash = end < backupFileHead.length ? '' : await computeHash(file, end);
  if (!trailer.equals(makeTrailer(hash))) {
    throw new CommandRefusal(`“${named}” is cut off or damaged; nothing of it was restored.`);
  }
  return await readHead(file, end, named);
}

async function readHead(file: FileHandle, end: number, named: string): Promise<Omit<WholeBackup, 'close'>> {
  const read = await readAll(file, end).catch((error: unknown) => {
    if (isSystemError(error)) throw new CommandRefusal(`“${named}” cannot be read: ${whyUnreadable(error)}.`);
    return undefined; // it is undamaged, so it is of another format, or was made on purpose
  });
  if (!read) throw new CommandRefusal(`“${named}” is a backup of a form that this COMPACT does not know.`);
  return {
    ...read,
    async *entries(beginning) {
      for await (const entry of readEntries(file, end)) if (entry.name.startsWith(beginning)) yield entry;
    },
  };
}

/** Undefined unless all is there that the manifest promises. */
async function readAll(
  file: FileHandle,
  end: number,
): Promise<Pick<WholeBackup, 'manifest' | 'secrets' | 'pictures'> | undefined> {
  const found: { manifest?: BackupManifest; secrets?: Uint8Array } = {};
  const lines = new Map<string, number>();
  let pictures = 0;
  for await (const { name, bytes } of readEntries(file, end)) {
    const [folder = '', table = ''] = name.split('/');
    if (name === entryNames.manifest) {
      found.manifest = backupManifestSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
    } else if (name === entryNames.secrets) found.secrets = bytes;
    else if (name.startsWith(entryNames.images)) pictures += 1;
    else if (`${folder}/` === entryNames.tables)
      lines.set(table, (lines.get(table) ?? 0) + countLines(bytes));
  }
  const { manifest, secrets } = found;
  const isWhole = manifest?.tables.every(({ name, rows }) => (lines.get(name) ?? 0) === rows);
  return manifest && secrets && isWhole ? { manifest, secrets, pictures } : undefined;
}

/** In COPY's text format every row is a line, and ends of lines in values are written otherwise. */
function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

async function* readEntries(file: FileHandle, end: number): AsyncGenerator<BackupEntry> {
  const gunzip = createGunzip();
  const fed = pipeline(rawBytes(file, backupFileHead.length, end), gunzip);
  fed.catch(() => {}); // whoever reads is told, too
  try {
    yield* readTar(gunzip);
  } finally {
    gunzip.destroy();
    await fed.catch(() => {});
  }
}

async function computeHash(file: FileHandle, end: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of rawBytes(file, 0, end)) hash.update(chunk);
  return hash.digest('hex');
}

function rawBytes(file: FileHandle, start: number, end: number) {
  return file.createReadStream({ autoClose: false, start, end: end - 1 });
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function isSystemError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}
