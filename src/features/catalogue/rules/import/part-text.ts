/** The text of a file of parts, line by line; what cannot be read is explained in a sentence. */

/** Its message is a sentence for whoever imports the file. */
export class UnreadablePartFile extends Error {}

/** Bytes of the beginning that no text has. */
export function explainWrongKind(start: Uint8Array): string | undefined {
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

/** Without a byte order mark. Refuses text that is not UTF-8, and very long lines. */
export async function* splitIntoLines(
  name: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [rest, count] = ['', 0];
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new UnreadablePartFile(
        `“${name}” is not UTF-8 text (after line ${count}). Save it with the encoding UTF-8 and try again.`,
      );
    }
  };
  for await (const bytes of source) {
    const lines = (rest + decode(bytes)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) {
      throw new UnreadablePartFile(
        `Line ${count + lines.length + 1} of “${name}” is too long for a list of parts.`,
      );
    }
    for (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  }
  rest += decode();
  if (rest) yield rest;
}

const maxLineLength = 1_000_000;
