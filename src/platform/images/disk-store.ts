/** Stores images as files in a folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageStore, OnStoreFailure, Unavailable } from '#platform/images/store.ts';
import { writeWhole } from '#platform/system/files.ts';

const unfinishedSuffix = '.part';
const staleAfterMs = 60 * 60 * 1000;

export async function openDiskStore(folder: string, onFailure: OnStoreFailure): Promise<ImageStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);

  async function attempt<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Unavailable> {
    try {
      return await answer();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      onFailure({ call, error });
      return { refused: 'image-store-unavailable' };
    }
  }

  return {
    has: (name) => attempt('has', () => exists(join(folder, name))),
    put: (name, bytes) =>
      attempt('put', async () => {
        const file = join(folder, name);
        await writeWhole(file, [bytes], `${file}.${randomUUID()}${unfinishedSuffix}`);
        return undefined;
      }),
    remove: (name) => attempt('remove', () => rm(join(folder, name), { force: true }).then(() => undefined)),
    get: (name) =>
      attempt('get', async () => {
        const file = await undefinedIfMissing(open(join(folder, name)));
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

/** Only old files: another process may be writing to the same folder. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(unfinishedSuffix)) continue;
    const file = join(folder, name);
    const stats = await undefinedIfMissing(stat(file));
    if (stats && Date.now() - stats.mtimeMs > staleAfterMs) await rm(file, { force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return (await undefinedIfMissing(stat(file))) !== undefined;
}

async function undefinedIfMissing<Result>(lookup: Promise<Result>): Promise<Result | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
