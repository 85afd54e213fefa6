/** Facts that a name or a description states in words: speeds, endurance, noise, warranty. */
import { amount, type SpecificationField, wholeAmount } from '#catalogue/rules/specification-fields.ts';

/** What a noise field is everywhere; its group is the category's. */
export const noiseField = {
  label: 'Noise',
  ...amount('loudness', { possible: [0, 100], plausible: [5, 70] }),
  better: 'less',
  betterPhrase: '# quieter',
  superlatives: { least: ['quietest', 'most silent'], most: ['loudest'], nouns: ['noise level'] },
  explanation: 'Loudness at full speed as the maker states it; ten decibels more sound twice as loud.',
  readText: readNoise,
} as const satisfies Partial<SpecificationField>;

export const warrantyField = {
  label: 'Warranty',
  ...wholeAmount('years', { possible: [1, 100], plausible: [1, 30] }),
  group: 'Warranty',
  better: 'more',
  betterPhrase: '# more warranty',
  explanation: 'For how many years its maker repairs or replaces it; what the law gives you comes on top.',
  readText: readWarrantyYears,
} as const satisfies SpecificationField;

type Action = 'read' | 'write';

/** In MB/s: '7,450 MB/s read', 'writes at up to 6.9 GB/s', '7450/6900 MB/s'. */
export function readDriveSpeed(text: string, action: Action): number | undefined {
  const [, read, write] = pairOfSpeeds.exec(text) ?? [];
  if (read && write) return parseAmount(action === 'read' ? read : write, 'M', 1e6);
  return readActionAmount(text, speeds, action, 1e6);
}

/** In operations a second: '1,400K IOPS of random reading', 'random write: 1.5M IOPS'. */
export function readDriveOperations(text: string, action: Action): number | undefined {
  return readActionAmount(text, operations, action, 1);
}

/** In terabytes that can be written: '1200 TBW', '1.2 PBW', 'endurance of 600 TB'. */
export function readEndurance(text: string): number | undefined {
  const [, amount, prefix] =
    /(?<![\d.,])(\d[\d.,]*) ?([TP])B(?:W\b| written\b)/i.exec(text) ??
    /\bendurance(?: of|:)? (?:up to )?(\d[\d.,]*) ?([TP])B\b/i.exec(text) ??
    [];
  return parseAmount(amount, prefix, 1e12);
}

/** In MB; 0: it says that it has none. */
export function readDramCache(text: string): number | undefined {
  if (/\bDRAM-?less\b|\b(?:without|no) DRAM\b/i.test(text)) return 0;
  const [, amount, prefix] =
    /(?<![\d.,])(\d[\d.,]*) ?([MG])B (?:of )?(?:LP)?(?:DDR\d\w* )?(?:DRAM|cache)\b/i.exec(text) ??
    /\bDRAM(?: cache)?(?: of|:) (\d[\d.,]*) ?([MG])B\b/i.exec(text) ??
    [];
  return parseAmount(amount, undefined, prefix?.toUpperCase() === 'G' ? 1 / 1024 : 1);
}

/** In decibels, the greatest of a range: '24.6 dB(A)', '19 to 25 dB'. */
export function readNoise(text: string): number | undefined {
  const [, amount] = /(?<![\d.,])(\d{1,3}(?:\.\d+)?) ?dB(?:\(?A\)?)?(?![a-z])/i.exec(text) ?? [];
  return amount ? Number(amount) : undefined;
}

/** 'Ten years of warranty', '5-year limited warranty', 'a guarantee of 3 years'. */
export function readWarrantyYears(text: string): number | undefined {
  const [, before, behind] = warranty.exec(text) ?? [];
  const years = (before ?? behind)?.toLowerCase();
  if (years === undefined) return undefined;
  return countedYears.includes(years) ? countedYears.indexOf(years) + 1 : Number(years);
}

type ActionPatterns = Record<'before' | 'behind', Record<Action, RegExp>>;

/** The amount before or behind the verb, whichever the text does first: 'read 7450 MB/s write 6900 MB/s' has them behind. */
function readActionAmount(
  text: string,
  patterns: ActionPatterns,
  action: Action,
  one: number,
): number | undefined {
  const find = ({ read, write }: Record<Action, RegExp>) => {
    const matches = { read: read.exec(text), write: write.exec(text) };
    return {
      ...matches,
      index: Math.min(...[matches.read, matches.write].map((match) => match?.index ?? Infinity)),
    };
  };
  const [before, behind] = [find(patterns.before), find(patterns.behind)];
  const [, amount, prefix] = (before.index < behind.index ? before : behind)[action] ?? [];
  return parseAmount(amount, prefix, one);
}

function makePatterns(unit: string): ActionPatterns {
  const amount = `(?<![\\d.,])(\\d[\\d.,]*) ?${unit}`;
  const makeBefore = (verb: string) =>
    new RegExp(`${amount} (?:(?:of|for|in|when|random|sequential|4K) )*${verb}\\b`, 'i');
  const makeBehind = (verb: string) =>
    new RegExp(`\\b${verb}:?(?: (?:speeds?|rates?|of|at|up to|is):?)* ${amount}`, 'i');
  const [read, write] = ['read(?:s|ing)?', 'writ(?:es?|ing)'];
  return {
    before: { read: makeBefore(read), write: makeBefore(write) },
    behind: { read: makeBehind(read), write: makeBehind(write) },
  };
}

const speeds = makePatterns('([MG])B\\/s');
const operations = makePatterns('([KM]?) ?IOPS');
const pairOfSpeeds = /(?<![\d.,])(\d[\d.,]*) ?(?:MB\/s)? ?\/ ?(\d[\d.,]*) ?MB\/s/i;

const countedYears = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const years = `(\\d{1,2}|${countedYears.join('|')})[- ]years?`;
const warranty = new RegExp(
  `\\b${years}['’]?(?: of| limited| manufacturer)* (?:warranty|guarantee)\\b|\\b(?:warranty|guarantee)(?: of|:) ${years}`,
  'i',
);

const multiples: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };

/** '7,450' are thousands, '7.4' is not; '7.450' may be either. Undefined: it cannot be read. */
function parseAmount(amount = '', prefix: string | undefined, one: number): number | undefined {
  const digits = amount.replace(/[.,]$/, '');
  if (!/^\d{1,3}(?:,\d{3})+$|^\d+(?:\.\d{1,2})?$/.test(digits)) return undefined;
  return Math.round(
    (Number(digits.replaceAll(',', '')) * (multiples[prefix?.toUpperCase() ?? ''] ?? 1)) / one,
  );
}
