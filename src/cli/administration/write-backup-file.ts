/** Writes a backup file: a tar archive, compressed with gzip, between the members of `backup-members.ts`. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { backupFileHead, makeTrailer } from '#cli/administration/backup-members.ts';
import { makeTarEntry, tarEnd } from '#cli/administration/tar.ts';
import { explainFileError } from '#cli/catalogue/text-lines.ts';
import { CommandRefusal } from '#cli/command.ts';
import type { AddEntry } from '#domain/administration/backups.ts';
import { syncFolder } from '#system/sync-folder.ts';

export type BackupFile = {
  draft: string;
  add: AddEntry;
  complete(): Promise<void>;
  putInPlace(): Promise<void>;
  close(): Promise<void>;
};

/** Readable by its owner only; an older file stays until `putInPlace`. Throws a CommandRefusal. */
export async function createBackupFile(path: string, name: string, at: Date): Promise<BackupFile> {
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) throw new CommandRefusal(`“${name}” is not a file.`);
  const draft = `${path}.partial-${process.pid}`;
  const refuse = (error: unknown): never => {
    throw new CommandRefusal(`“${name}” cannot be written: ${explainFileError(error)}.`);
  };
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
    add: async (entry) => await write(makeTarEntry(entry, at)).catch(refuse),
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
