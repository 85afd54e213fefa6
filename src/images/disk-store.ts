/** Keeps pictures as files in a folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageStore, OnStoreFailure, Unavailable } from '#images/store.ts';

/** What is being written ends in this; no picture does. */
const unfinishedSuffix = '.part';
/** Milliseconds after which nobody can still be writing a file. */
const staleAfterMs = 60 * 60 * 1000;

/**
 * Makes the folder if it is not there, and removes what crashes have left in it. A full disk, or another failure of the
 * system, is answered as image-store-unavailable.
 */
export async function openDiskStore(folder: string, onFailure: OnStoreFailure): Promise<ImageStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);

  async function ask<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Unavailable> {
    try {
      return await answer();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      onFailure({ call, error });
      return { refused: 'image-store-unavailable' };
    }
  }

  return {
    has: (name) => ask('has', () => exists(join(folder, name))),
    put: (name, bytes) =>
      ask('put', async () => {
        await writeWhole(folder, name, bytes);
        return undefined;
      }),
    remove: (name) => ask('remove', () => rm(join(folder, name), { force: true }).then(() => undefined)),
    get: (name) =>
      ask('get', async () => {
        const file = await absentAsUndefined(open(join(folder, name)));
        if (!file) return undefined;
        try {
          return { size: (await file.stat()).size, bytes: file.createReadStream() };
        } catch (error) {
          await file.close();
          throw error;
        }
      }),
  };
}

/** Another process may write on the same folder, hence the age. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(unfinishedSuffix)) continue;
    const file = join(folder, name);
    const written = await absentAsUndefined(stat(file));
    if (written && Date.now() - written.mtimeMs > staleAfterMs) await rm(file, { force: true });
  }
}

/** A crash leaves the whole file or none: it gets its name only when its bytes are on the disk. */
async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const draft = join(folder, `${name}.${randomUUID()}${unfinishedSuffix}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
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

async function exists(file: string): Promise<boolean> {
  return (await absentAsUndefined(stat(file))) !== undefined;
}

async function absentAsUndefined<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
