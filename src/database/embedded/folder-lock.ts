/** Lets only one shop live on a data folder: an operating system's lock that dies with its process. */

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { release(): void };

const busy = 5; // SQLITE_BUSY, https://sqlite.org/rescode.html

/**
 * Answers the lock, or undefined when another live process holds it.
 *
 * An empty SQLite file is Node's only way to an fcntl or LockFileEx lock. Unlike a file with a process id in it, it
 * cannot be mistaken when ids are reused, two starts cannot both win it, and no kill -9 leaves it behind.
 */
export function lockFolder(dataDir: string): FolderLock | undefined {
  const file = new DatabaseSync(path.join(dataDir, 'shop.lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
  return { release: () => file.close() };
}
