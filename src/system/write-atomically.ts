/** Writes a file so that a crash leaves it whole or not at all. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from '#system/create-folder.ts';

/** Only its owner can read it; folders that are missing are made for the owner alone. Without pieces there is no file. */
export async function writeWhole(
  file: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const draft = `${file}.partial`;
  createFolder(dirname(file));
  try {
    const length = await writeAll(draft, pieces);
    if (length > 0) await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeAll(
  file: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const handle = await open(file, 'w', 0o600);
  let length = 0;
  try {
    for await (const piece of pieces) {
      await handle.writeFile(piece);
      length += piece.length;
    }
    await handle.sync();
    return length;
  } finally {
    await handle.close();
  }
}
