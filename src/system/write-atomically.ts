/** Writes a file atomically: a crash leaves the whole file or none. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from '#system/create-folder.ts';

/** Only the owner can read the file and the folders that are made for it. Without content there is no file. */
export async function writeWhole(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const draft = `${file}.partial`;
  createFolder(dirname(file));
  try {
    const length = await writeAll(draft, chunks);
    if (length > 0) await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeAll(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const handle = await open(file, 'w', 0o600);
  let length = 0;
  try {
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      length += chunk.length;
    }
    await handle.sync();
    return length;
  } finally {
    await handle.close();
  }
}
