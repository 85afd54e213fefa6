/** Writes and reads the entries of a tar archive (POSIX ustar), as far as a backup needs it: plain files that fit into memory. */
import type { BackupEntry } from '#domain/administration/backups.ts';

const block = 512; // bytes

/** No entry of a backup is larger by far. */
const maxEntryBytes = 64 * 1024 * 1024;

/**
 * The bytes of one entry; its name has at most 100 bytes. Source:
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
export function tarEntry({ name, bytes }: BackupEntry, at: Date): Buffer {
  const header = Buffer.alloc(block);
  if (header.write(name, 0, 100, 'utf8') < Buffer.byteLength(name)) throw new Error(`Too long: ${name}`);
  const octal = (value: number, offset: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), offset, 'ascii');
  octal(0o600, 100, 7);
  octal(0, 108, 7); // of root
  octal(0, 116, 7);
  octal(bytes.length, 124, 11);
  octal(Math.floor(at.getTime() / 1000), 136, 11);
  header.write('0', 156, 'ascii'); // a plain file
  header.write('ustar\u000000', 257, 'ascii');
  header.write(`${computeChecksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return Buffer.concat([header, bytes, Buffer.alloc(padding(bytes.length))]);
}

/** What follows the last entry. */
export const tarEnd = Buffer.alloc(2 * block);

/** An archive that is none, or was not made by us. */
export class TarError extends Error {
  override name = 'TarError';
}

/** The entries of an archive whose bytes come in chunks of any length; throws a TarError unless it is whole. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupEntry> {
  const input = takeExactly(chunks);
  for (;;) {
    const header = await input.take(block);
    if (isZero(header)) break;
    const { name, size } = readHeader(header);
    const bytes = await input.take(size);
    if (!isZero(await input.take(padding(size))))
      throw new TarError('There is something between two entries');
    yield { name, bytes };
  }
  if (!isZero(await input.take(block)) || !(await input.isAtEnd())) {
    throw new TarError('Something follows the end');
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const field = (offset: number, length: number) =>
    header
      .toString('utf8', offset, offset + length)
      .replace(/\0.*$/s, '')
      .trim();
  if (field(257, 5) !== 'ustar' || Number.parseInt(field(148, 8), 8) !== computeChecksum(header)) {
    throw new TarError('A header is damaged');
  }
  const size = Number.parseInt(field(124, 12), 8);
  if (field(156, 1) !== '0' || field(345, 155) !== '' || !(size >= 0 && size <= maxEntryBytes)) {
    throw new TarError('An entry is of a kind that no backup has');
  }
  return { name: field(0, 100), size };
}

/** The sum of all bytes, with blanks where the sum itself stands. */
function computeChecksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

function padding(size: number): number {
  return (block - (size % block)) % block;
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function takeExactly(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);

  /** False when fewer than so many bytes are left. */
  async function fill(size: number): Promise<boolean> {
    const gathered = [buffered];
    let length = buffered.length;
    while (length < size) {
      const next = await source.next();
      if (next.done) break;
      gathered.push(next.value);
      length += next.value.length;
    }
    buffered = gathered.length === 1 ? buffered : Buffer.concat(gathered);
    return length >= size;
  }

  return {
    async take(size: number): Promise<Buffer> {
      if (!(await fill(size))) throw new TarError('It ends too early');
      const taken = buffered.subarray(0, size);
      buffered = buffered.subarray(size);
      return taken;
    },
    isAtEnd: async () => !(await fill(1)),
  };
}
