/** Writes and reads a tar archive (POSIX ustar) of plain files that fit into memory. */
import type { BackupEntry } from '#administration/rules/backups.ts';

const blockBytes = 512;

const maxEntryBytes = 64 * 1024 * 1024;

/** Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06 */
export function makeTarEntry({ name, bytes }: BackupEntry, at: Date): Buffer {
  const header = Buffer.alloc(blockBytes);
  if (header.write(name, 0, 100, 'utf8') < Buffer.byteLength(name)) throw new Error(`Too long: ${name}`);
  const octal = (value: number, offset: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), offset, 'ascii');
  octal(0o600, 100, 7);
  octal(0, 108, 7); // root
  octal(0, 116, 7);
  octal(bytes.length, 124, 11);
  octal(Math.floor(at.getTime() / 1000), 136, 11);
  header.write('0', 156, 'ascii'); // a plain file
  header.write('ustar\u000000', 257, 'ascii');
  header.write(`${computeChecksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return Buffer.concat([header, bytes, Buffer.alloc(computePadding(bytes.length))]);
}

export const tarEnd = Buffer.alloc(2 * blockBytes);

/** Throws for an archive that is damaged, or not one of `makeTarEntry`. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupEntry> {
  const input = makeByteReader(chunks);
  for (;;) {
    const header = await input.take(blockBytes);
    if (isZero(header)) break;
    const { name, size } = readHeader(header);
    const bytes = await input.take(size);
    if (!isZero(await input.take(computePadding(size))))
      throw new Error('There is something between two entries');
    yield { name, bytes };
  }
  if (!isZero(await input.take(blockBytes)) || !(await input.isAtEnd())) {
    throw new Error('Something follows the end');
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const field = (offset: number, length: number) =>
    header
      .toString('utf8', offset, offset + length)
      .replace(/\0.*$/s, '')
      .trim();
  if (field(257, 5) !== 'ustar' || Number.parseInt(field(148, 8), 8) !== computeChecksum(header)) {
    throw new Error('A header is damaged');
  }
  const size = Number.parseInt(field(124, 12), 8);
  if (field(156, 1) !== '0' || field(345, 155) !== '' || !(size >= 0 && size <= maxEntryBytes)) {
    throw new Error('An entry is of a kind that no backup has');
  }
  return { name: field(0, 100), size };
}

function computeChecksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

function computePadding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function makeByteReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);

  async function fill(size: number): Promise<boolean> {
    const pieces = [buffered];
    let length = buffered.length;
    while (length < size) {
      const next = await source.next();
      if (next.done) break;
      pieces.push(next.value);
      length += next.value.length;
    }
    buffered = pieces.length === 1 ? buffered : Buffer.concat(pieces);
    return length >= size;
  }

  return {
    async take(size: number): Promise<Buffer> {
      if (!(await fill(size))) throw new Error('It ends too early');
      const taken = buffered.subarray(0, size);
      buffered = buffered.subarray(size);
      return taken;
    },
    isAtEnd: async () => !(await fill(1)),
  };
}
