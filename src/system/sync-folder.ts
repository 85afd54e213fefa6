/** Makes new names in a folder survive a power cut. */
import { open } from 'node:fs/promises';

/** Does nothing on Windows, which cannot sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
