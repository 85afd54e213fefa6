/** Opens files of parts of any size, and explains what is wrong with them. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { CommandRefusal } from '#app/commands/command.ts';
import { type FileReading, readPartFile } from '#catalogue/rules/import/part-files.ts';
import { type EncodedText, explainWrongKind, UnreadablePartFile } from '#catalogue/rules/import/part-text.ts';
import type { ImportRow } from '#catalogue/rules/import/refused-rows.ts';

export type TextFile = Awaited<ReturnType<typeof findTextFile>>;

export async function findTextFile(name: string, path: string) {
  try {
    const { size, isFile } = await stat(path).then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
    if (!isFile) throw new CommandRefusal(`“${name}” is not a file.`);
    if (size === 0) throw new CommandRefusal(`“${name}” is empty.`);
    const wrongKind = explainWrongKind(await readStart(path));
    if (wrongKind) throw new CommandRefusal(`“${name}” ${wrongKind}`);
    return { name, path, bytes: size };
  } catch (error) {
    if (error instanceof CommandRefusal) throw error;
    return refuseFile(name, 'read')(error);
  }
}

/** Refuses to write over what is no text, such as a backup. */
export async function requireText(name: string, path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isFile() && explainWrongKind(await readStart(path).catch(refuseFile(name, 'written'))))
    throw new CommandRefusal(`“${name}” is there and is not a text file; name another file.`);
}

type Reporting = Pick<EncodedText, 'onEncoding'> & { onRead: (bytes: number) => void };

/** Throws a CommandRefusal for a file that is no list of parts. */
export async function* readParts(
  { name, path }: TextFile,
  { onRead, onEncoding, ...reading }: FileReading & Reporting,
): AsyncGenerator<ImportRow> {
  try {
    yield* readPartFile({ name, source: readBytes(path, onRead), onEncoding }, reading);
  } catch (error) {
    throw error instanceof UnreadablePartFile ? new CommandRefusal(error.message) : error;
  }
}

async function* readBytes(path: string, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    yield bytes as Uint8Array;
    onRead((bytes as Uint8Array).length);
  }
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
  return buffer.subarray(0, bytesRead);
}

/** Throws a CommandRefusal that says why. */
export function refuseFile(name: string, verb: 'read' | 'written'): (error: unknown) => never {
  return (error) => {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandRefusal(`“${name}” cannot be ${verb}: ${reasons[code] ?? message}.`);
  };
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you may not open it',
  EPERM: 'you may not open it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a folder of its path is none',
  ENOSPC: 'the disk is full',
  EROFS: 'nothing can be written there',
};
