/** Lets only one shop live on a data folder: an operating system's lock that dies with its process. */

import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { release(): void };

const busyCode = 5; // SQLITE_BUSY, https://sqlite.org/rescode.html

/**
 * Answers the lock, or undefined when another live process holds it.
 *
 * An empty SQLite file is Node's only way to an fcntl or LockFileEx lock. Unlike a file with a process id in it, it
 * cannot be mistaken when ids are reused, two starts cannot both win it, and no kill -9 leaves it behind.
 */
export function lockFolder(dataDir: string): FolderLock | undefined {
  const name = path.join(dataDir, 'shop.lock');
  const file = new DatabaseSync(name, { timeout: 0 });
  try {
    // SQLite would open another user's file for reading only, and lock nothing.
    accessSync(name, constants.W_OK);
    file.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE'); // a journal would be one more file to leave behind
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === busyCode) return undefined;
    throw error;
  }
  return {
    release: () => {
      if (file.isOpen) file.close();
    },
  };
}
