/** Makes a folder and its parents, readable by the owner only. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

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
