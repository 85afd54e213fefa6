/** Checks the free space of the data folder's disk. */
import { statfs } from 'node:fs/promises';

/** Two segments of PostgreSQL's write-ahead log. */
const defaultMinFreeBytes = 32 * 1024 * 1024;

export type WatchedDisk = { folder: string; minFreeBytes?: number };

export async function hasFreeDisk({
  folder,
  minFreeBytes = defaultMinFreeBytes,
}: WatchedDisk): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= minFreeBytes;
}
