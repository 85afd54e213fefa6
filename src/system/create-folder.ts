/** Makes a folder and those above it, for its owner alone. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Not by Node's `recursive`, which never ends where the system answers ENOENT below a folder that exists, as in `/proc`. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process has made it meanwhile
  }
}
