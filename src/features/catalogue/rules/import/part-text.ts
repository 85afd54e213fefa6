/** The text of a file of parts, line by line; what cannot be read is explained in a sentence. */
import type { TextEncoding } from '#catalogue/rules/text-encodings.ts';

/** Its message is a sentence for whoever imports the file. */
export class UnreadablePartFile extends Error {}

/** Bytes of the beginning that no text has. */
export function explainWrongKind(start: Uint8Array): string | undefined {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  if (begins(0x1f, 0x8b)) return 'is compressed. Unpack it first (gunzip).';
  if (begins(0x50, 0x4b, 0x03, 0x04)) {
    return 'is a spreadsheet or an archive. Save the table as CSV (UTF-8) and import that.';
  }
  return start.includes(0) && !findUtf16(start)
    ? 'is not a text file; CSV or JSON Lines is needed.'
    : undefined;
}

export type EncodedText = {
  name: string;
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Only for others than UTF-8. */
  onEncoding?: ((encoding: TextEncoding) => void) | undefined;
};

/** Without a byte order mark. Refuses what is no text in one of the encodings, and very long lines. */
export async function* splitIntoLines(file: EncodedText): AsyncGenerator<string> {
  let [rest, count] = ['', 0];
  for await (const text of decodeText(file)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      count += 1;
      refuseLongLine(file, line, count);
      yield `${line}\n`;
    }
    refuseLongLine(file, rest, count + 1);
  }
  if (rest) yield rest;
}

const maxLineLength = 1_000_000;

function refuseLongLine({ name }: EncodedText, { length }: { length: number }, line: number): void {
  if (length > maxLineLength)
    throw new UnreadablePartFile(`Line ${line} of “${name}” is too long for a list of parts.`);
}

async function* decodeText(file: EncodedText): AsyncGenerator<string> {
  let decode: ((bytes?: Uint8Array) => string) | undefined;
  for await (const bytes of file.source) {
    decode ??= findUtf16(bytes) ? decodeUtf16(file, bytes) : decodeLines(file);
    for (let at = 0; at < bytes.length; at += maxDecodedBytes)
      yield decode(bytes.subarray(at, at + maxDecodedBytes));
  }
  yield decode?.() ?? '';
}

/** At once: of each line something is kept until all of these bytes are read, and a line may be one byte. */
const maxDecodedBytes = 64 * 1024;

function findUtf16(start: Uint8Array): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined;
}

function decodeUtf16({ onEncoding }: EncodedText, start: Uint8Array) {
  const decoder = new TextDecoder(findUtf16(start));
  onEncoding?.('UTF-16');
  return (bytes?: Uint8Array) => decoder.decode(bytes, { stream: bytes !== undefined });
}

/** Whole lines in UTF-8; in Windows-1252 from the first line that is not, if nothing before it was more than ASCII. */
function decodeLines(file: EncodedText) {
  let decoder = new TextDecoder('utf-8', { fatal: true });
  let [pending, count, isAscii] = [new Uint8Array(), 0, true];

  function tryDecode(bytes: Uint8Array): string | undefined {
    try {
      const text = decoder.decode(bytes);
      isAscii &&= text.length === bytes.length;
      return text;
    } catch {
      return undefined;
    }
  }

  function decodeLine(bytes: Uint8Array): string {
    const text = tryDecode(bytes);
    if (text !== undefined) return text;
    if (!isAscii || isCutOff(bytes)) {
      throw new UnreadablePartFile(
        `“${file.name}” is not UTF-8 text (line ${count + 1}). Save it with the encoding UTF-8 and try again.`,
      );
    }
    decoder = new TextDecoder('windows-1252');
    file.onEncoding?.('Windows-1252');
    return decoder.decode(bytes);
  }

  return (bytes?: Uint8Array): string => {
    if (!bytes) return decodeLine(pending);
    const all = Buffer.concat([pending, bytes]);
    const end = all.lastIndexOf(lineFeed) + 1;
    pending = all.subarray(end);
    const lines = splitBytes(all.subarray(0, end));
    refuseLongLine(file, pending, count + lines.length + 1);
    const text = tryDecode(all.subarray(0, end));
    if (text !== undefined) {
      count += lines.length;
      return text;
    }
    return lines
      .map((line) => {
        const decoded = decodeLine(line);
        count += 1;
        return decoded;
      })
      .join('');
  };
}

const lineFeed = 0x0a;

function splitBytes(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start) + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/** It ends within a character. */
function isCutOff(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
