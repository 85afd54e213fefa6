/** Reads the lines of a text file one by one, however long the file is. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { CommandRefusal } from '#cli/command.ts';

export type TextFile = {
  /** As it was given, for messages. */
  name: string;
  path: string;
  bytes: number;
};

/** Looks whether the file can be read and is text; refuses in a sentence. */
export async function findTextFile(name: string, path: string): Promise<TextFile> {
  try {
    const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) throw new CommandRefusal(`“${name}” is not a file.`);
    if (size === 0) throw new CommandRefusal(`“${name}” is empty.`);
    const wrong = foreignKind(await sniffedBytes(path));
    if (wrong) throw new CommandRefusal(`“${name}” ${wrong}`);
    return { name, path, bytes: size };
  } catch (error) {
    if (error instanceof CommandRefusal) throw error;
    throw new CommandRefusal(`“${name}” cannot be read: ${whyUnreadable(error)}.`);
  }
}

/**
 * The file's lines, each with its end (LF or CRLF; a mark of the byte order is left out). Tells `onRead` the bytes of
 * each piece. Refuses in a sentence a text that is not UTF-8, and a line of more than a million characters.
 */
export async function* readLines(
  { name, path }: TextFile,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [rest, count] = ['', 0];
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new CommandRefusal(
        `“${name}” is not UTF-8 text (after line ${count}). Save it with the encoding UTF-8 and try again.`,
      );
    }
  };
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const lines = (rest + decode(bytes as Uint8Array)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineBytes) {
      throw new CommandRefusal(
        `Line ${count + lines.length + 1} of “${name}” is too long for a list of parts.`,
      );
    }
    for (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
    onRead((bytes as Uint8Array).length);
  }
  rest += decode();
  if (rest) yield rest;
}

const maxLineBytes = 1_000_000;

/** What a file that is no text begins with, and what to do about it. */
function foreignKind(start: Buffer): string | undefined {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) {
    return 'is UTF-16 text. Save it with the encoding UTF-8 and try again.';
  }
  if (begins(0x1f, 0x8b)) return 'is compressed. Unpack it first (gunzip).';
  if (begins(0x50, 0x4b, 0x03, 0x04)) {
    return 'is a spreadsheet or an archive. Save the table as CSV (UTF-8) and import that.';
  }
  return start.includes(0) ? 'is not a text file; CSV or JSON Lines is needed.' : undefined;
}

async function sniffedBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Why the system did not open a file, in the words of an owner. */
export function whyUnreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
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
