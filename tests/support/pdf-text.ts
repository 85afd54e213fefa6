/** Reads what the shop's own PDFs say, and whether they keep to the rules of PDF/A-3b that can be checked in their structure. */
import { inflateSync } from 'node:zlib';

type PdfObject = { dictionary: string; stream: Buffer | undefined };

/** The texts of each page, by the maps that viewers search with; what a line holds is separated by nothing. */
export function readPdfPages(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const resolve = (reference: string) =>
    objects.get(Number(reference)) ?? { dictionary: '', stream: undefined };
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary));
  return pages.map(({ dictionary }) => {
    const resources = resolve(/\/Resources (\d+) 0 R/.exec(dictionary)?.[1] ?? '').dictionary;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => {
        const map = /\/ToUnicode (\d+) 0 R/.exec(resolve(font).dictionary)?.[1] ?? '';
        return [name, readCharacters(resolve(map).stream?.toString('latin1') ?? '')];
      }),
    );
    const contents = /\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ?? '';
    return readContents(resolve(contents).stream?.toString('latin1') ?? '', fonts);
  });
}

function readObjects(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  return new Map(
    [...text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n|\nendobj)/gm)].map((match) => {
      const [whole, id, dictionary = ''] = match;
      const start = match.index + whole.length;
      const packed = whole.endsWith('stream\n') && pdf.subarray(start, text.indexOf('\nendstream', start));
      const isPacked = dictionary.includes('/FlateDecode');
      return [
        Number(id),
        { dictionary, stream: packed ? (isPacked ? inflateSync(packed) : packed) : undefined },
      ];
    }),
  );
}

/** Of a ToUnicode map: `<0000> <0002> [<0000> <0041> <0042 0043>]`. */
function readCharacters(map: string): string[] {
  return [...map.matchAll(/> \[(.*)\]/g)].flatMap(([, entries = '']) =>
    [...entries.matchAll(/<([^>]*)>/g)].map(([, units = '']) =>
      String.fromCharCode(
        ...units
          .split(' ')
          .filter(Boolean)
          .map((unit) => Number.parseInt(unit, 16)),
      ),
    ),
  );
}

function readContents(contents: string, fonts: Map<string, string[]>): string {
  let characters: string[] = [];
  return [...contents.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ|^(BT)$/gm)]
    .map(([, font, shown, begin]) => {
      if (font) characters = fonts.get(font) ?? [];
      if (begin) return '\n';
      const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      );
      return glyphs.map((glyph) => characters[Number.parseInt(glyph, 16)] ?? '').join('');
    })
    .join('');
}

/** What breaks PDF/A-3b (ISO 19005-3), of what can be seen without a validator. */
export function findPdfFaults(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const dictionaries = [...readObjects(pdf).values()].map(({ dictionary }) => dictionary);
  const has = (pattern: RegExp) => dictionaries.some((dictionary) => pattern.test(dictionary));
  const descriptors = dictionaries.filter((dictionary) => dictionary.includes('/Type /FontDescriptor'));
  const fonts = dictionaries.filter((dictionary) => /\/Type \/Font\b(?!D)/.test(dictionary));
  const rules: [string, boolean][] = [
    ['begins with its version and a binary comment', /^%PDF-1\.7\n%[\x80-\xff]{4}\n/.test(text)],
    ['has an identifier and no encryption', /\/ID \[/.test(text) && !text.includes('/Encrypt')],
    ['says in XMP that it is PDF/A-3b', /<pdfaid:part>3<[\s\S]*<pdfaid:conformance>B</.test(text)],
    [
      'has well-formed XML',
      !/&(?!\w+;)|<(?![?/\w])/.test(/<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(text)?.[0] ?? '&'),
    ],
    ['leaves its metadata uncompressed', has(/\/Type \/Metadata(?![\s\S]*\/Filter)/)],
    [
      'has an output intent with a profile',
      has(/\/OutputIntents/) && has(/\/S \/GTS_PDFA1[\s\S]*\/DestOutputProfile/),
    ],
    [
      'embeds all of its fonts',
      descriptors.every((one) => /\/FontFile[23] /.test(one)) && descriptors.length > 0,
    ],
    ['has fonts with glyph ids only', fonts.every((one) => /\/Subtype \/(Type0|CIDFontType2)/.test(one))],
    ['draws no missing glyph', !readUsedGlyphs(pdf).includes('0000')],
    ['is opaque', !has(/\/(ca|CA) (?!1\b)/) && !has(/\/SMask (?!\/None)/) && !has(/\/BM \/(?!Normal)/)],
    [
      'has no actions, scripts or outside files',
      !has(/\/(JavaScript|Launch|AA|OpenAction|URI|RichMedia|Movie|Sound)\b/),
    ],
    ['uses no LZW', !has(/LZWDecode/)],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

/** The ids of all drawn glyphs. */
export function readUsedGlyphs(pdf: Buffer): string[] {
  const streams = [...readObjects(pdf).values()].map(({ stream }) => stream?.toString('latin1') ?? '');
  return streams.flatMap((stream) =>
    [...stream.matchAll(/\[(.*)\] TJ/g)].flatMap(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []),
    ),
  );
}
