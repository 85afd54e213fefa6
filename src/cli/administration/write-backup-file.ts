/** Writes the file of a backup: a tar archive, compressed with gzip, between the members of `backup-members.ts`. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { backupFileHead, makeTrailer } from '#cli/administration/backup-members.ts';
import { tarEnd, tarEntry } from '#cli/administration/tar.ts';
import { whyUnreadable } from '#cli/catalogue/text-lines.ts';
import { CommandRefusal } from '#cli/command.ts';
import type { AddEntry } from '#domain/administration/backups.ts';

export type BackupFile = {
  /** Where it is until it is finished; other scratch files may have names that begin so. */
  draft: string;
  add: AddEntry;
  /** Completes the draft, on the disk; it can be read then. */
  complete(): Promise<void>;
  /** Puts the draft in its place, over an older file. */
  putInPlace(): Promise<void>;
  /** Removes the draft if it is still there. */
  close(): Promise<void>;
};

/**
 * Begins a backup beside its place; only its owner can read it. An older file of that name stays until the new one is
 * put in its place. Refuses in a sentence what cannot be written, also later.
 */
export async function createBackupFile(path: string, named: string, at: Date): Promise<BackupFile> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw new CommandRefusal(`“${named}” is not a file.`);
  const draft = `${path}.partial-${process.pid}`;
  const refuse = (error: unknown): never => {
    throw new CommandRefusal(`“${named}” cannot be written: ${whyUnreadable(error)}.`);
  };
  const file = await open(draft, 'wx', 0o600).catch(refuse);
  const remove = () => rmSync(draft, { force: true });
  process.once('exit', remove); // Ctrl-C leaves nothing half done
  const gzip = createGzip();
  const written = writeAll(gzip, file);
  written.catch(() => {}); // `add` and `complete` tell
  const write = async (bytes: Uint8Array) => {
    if (!gzip.destroyed && gzip.write(bytes)) return;
    // when writing has failed, its own error tells why
    await (gzip.destroyed ? written : once(gzip, 'drain').catch(() => written));
  };
  return {
    draft,
    add: async (entry) => await write(tarEntry(entry, at)).catch(refuse),
    complete: async () => {
      await write(tarEnd).catch(refuse);
      gzip.end();
      await written.catch(refuse);
    },
    putInPlace: async () => {
      await rename(draft, path).catch(refuse);
      await syncFolder(dirname(path)).catch(refuse);
    },
    close: async () => {
      gzip.destroy();
      await written.catch(() => {});
      await file.close();
      remove();
    },
  };
}

/** Everything from the head to the trailer, down to the disk. */
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

/** Makes the new name last through a power cut; Windows knows no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
