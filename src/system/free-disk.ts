/** Whether the disk of the data folder can still be written to. */
import { statfs } from 'node:fs/promises';

/** Two segments of PostgreSQL's log. */
const defaultLeastFreeBytes = 32 * 1024 * 1024;

export type WatchedDisk = { folder: string; leastFreeBytes?: number };

/** True with at least so many bytes free; throws when the folder cannot be looked at. */
export async function hasFreeDisk({
  folder,
  leastFreeBytes = defaultLeastFreeBytes,
}: WatchedDisk): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastFreeBytes;
}
