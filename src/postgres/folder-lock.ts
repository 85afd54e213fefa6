/** Locks a data folder for one shop, with a lock of the operating system that ends with its process. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { release(): void };

const busyCode = 5; // SQLITE_BUSY, https://sqlite.org/rescode.html

/** SQLite is Node's only way to an fcntl or LockFileEx lock, which is safe against reused ids and kill -9. */
export function lockFolder(dataDir: string): FolderLock | undefined {
  const name = path.join(dataDir, 'shop.lock');
  const file = new DatabaseSync(name, { timeout: 0 });
  try {
    // SQLite would open another user's file read-only, without a lock.
    accessSync(name, constants.W_OK);
    file.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE'); // no journal file
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
