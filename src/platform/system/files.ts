/** Folders and files that only their owner can read, and that survive a crash. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { explainFailure } from '#platform/system/explain-failure.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

/** Whole or not at all, and only its owner can read it. Without content there is no file. */
export async function writeWhole(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  draft = `${file}.partial`,
): Promise<void> {
  try {
    let length = 0;
    {
      await using handle = await open(draft, 'w', 0o600);
      for await (const chunk of chunks) {
        await handle.writeFile(chunk);
        length += chunk.length;
      }
      await handle.sync();
    }
    if (length > 0) await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
}

/** Node's `recursive` loops for ever on ENOENT below an existing folder, as in `/proc`. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // made by another process
  }
}

/** So that new names survive a power cut. Does nothing on Windows, which cannot sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
}

const privateFolders = ['outbox', 'images', 'card-sandbox'];

/** Not PostgreSQL's; 0711 when that runs as another user. Throws a StartupRefusal. */
export function restrictDataDir(dataDir: string): void {
  if (process.platform === 'win32') return;
  try {
    restrictMode(dataDir, isSharedWithPostgres(dataDir) ? 0o711 : 0o700);
    for (const entry of readdirSync(dataDir, { withFileTypes: true }))
      if (entry.isFile()) restrictMode(join(dataDir, entry.name), 0o600);
    for (const name of privateFolders) restrictFolder(join(dataDir, name));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EROFS') throw explainFailure(`The data folder ${dataDir} cannot be used`, code);
    throw new StartupRefusal(
      `The data folder ${dataDir} cannot be closed to others: ${code ?? message}. Make it the shop's own (chown), or close it by hand (chmod 700).`,
    );
  }
}

function isSharedWithPostgres(dataDir: string): boolean {
  const own = process.getuid?.();
  const cluster = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false });
  return statSync(dataDir).uid !== own || (cluster !== undefined && cluster.uid !== own);
}

function restrictFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  restrictMode(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) restrictFolder(path);
    else if (entry.isFile()) restrictMode(path, 0o600);
  }
}

function restrictMode(path: string, maxMode: number): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o777 & ~maxMode) === 0) return;
  try {
    chmodSync(path, mode & maxMode);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })) throw error;
  }
}
