/** Reads a text file of any size line by line. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { CommandRefusal } from '#cli/command.ts';

export type TextFile = {
  name: string;
  path: string;
  bytes: number;
};

export async function findTextFile(name: string, path: string): Promise<TextFile> {
  try {
    const { size, isFile } = await stat(path).then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
    if (!isFile) throw new CommandRefusal(`“${name}” is not a file.`);
    if (size === 0) throw new CommandRefusal(`“${name}” is empty.`);
    const wrongKind = findWrongKind(await readStart(path));
    if (wrongKind) throw new CommandRefusal(`“${name}” ${wrongKind}`);
    return { name, path, bytes: size };
  } catch (error) {
    if (error instanceof CommandRefusal) throw error;
    throw new CommandRefusal(`“${name}” cannot be read: ${explainFileError(error)}.`);
  }
}

/** Without a byte order mark. Throws a CommandRefusal for text that is not UTF-8, and for very long lines. */
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
    if (rest.length > maxLineLength) {
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

const maxLineLength = 1_000_000;

function findWrongKind(start: Buffer): string | undefined {
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

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export function explainFileError(error: unknown): string {
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
