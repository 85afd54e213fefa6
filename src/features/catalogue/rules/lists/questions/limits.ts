/** Limits of sizes and speeds in searches: 'hdd over 4tb', 'gpu shorter than 250mm'. They are filters of the category. */
import { type Category, stepsByUnit } from '#catalogue/rules/categories.ts';
import { categories } from '#catalogue/rules/category-ids.ts';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { listNouns } from '#catalogue/rules/lists/questions/superlatives.ts';
import { findCategory } from '#catalogue/rules/search/kinds.ts';

export type Limit = {
  key: string;
  min: number | undefined;
  max: number | undefined;
  /** Of a choice among numbers. */
  values?: readonly string[];
  /** How the fact is called. */
  nouns: string;
};

type LimitedSearch = {
  text: string;
  category: Category | undefined;
  limits: readonly Limit[];
  notUnderstood: readonly string[];
};

const maxLimits = 3;

export function readLimits(search: string, chosen: Category | undefined): LimitedSearch {
  let limited: LimitedSearch = { text: search, category: chosen, limits: [], notUnderstood: [] };
  for (let count = 0; count < maxLimits; count += 1) {
    const next = readLimit(limited);
    if (!next) break;
    limited = next;
  }
  return limited;
}

function readLimit({ text: search, category: chosen, limits, notUnderstood }: LimitedSearch) {
  for (const { pattern, isLeast, isExact, isPlain } of patterns) {
    const { 0: match, index = 0, groups } = pattern.exec(search) ?? {};
    if (match === undefined || !groups) continue;
    const { least, number = '' } = groups;
    const unit = (groups.unit ?? '').toLowerCase();
    const limited = { search: groups.fact ?? search, unit, isStrict: groups.strict !== undefined };
    if (!isLeast && least && Number(least) >= Number(number)) continue;
    const ends = { min: isLeast || isExact ? number : least, max: isLeast ? undefined : number };
    const find = (possible: readonly Category[]) =>
      possible.flatMap((category) => {
        const limit = makeLimit(category, limited, ends);
        return limit ? [{ category, limit }] : [];
      });
    const named = find(listLimited(chosen ?? findCategory(search), unit));
    const sides = [search.slice(0, index), search.slice(index + match.length)] as const;
    // 'm.2' is typical of drives, and boards have slots for them
    const counted = named.length === 0 && !chosen && counts.has(unit) ? find(categories) : [];
    const rest = findCategory(sides.join(' ')); // 'board with one pcie slot' means no case
    const [only, another] = [...named, ...counted.filter(({ category }) => category === (rest ?? category))];
    const known = another ? undefined : only;
    if (isPlain && !(known && (chosen ?? findCategory(search)))) continue; // 'wifi 300 mbps'
    const isWord = !known && spelledUnits.has(unit); // parts have the amount among their words
    const [before, after] = known ? removeNouns(sides, known.limit.nouns) : sides;
    const words = [least, number].map((each) => (isWord && each ? each + unit : ''));
    return {
      text: `${before} ${words.join(' ')} ${after}`.replace(/\s+/g, ' ').trim(),
      category: known?.category ?? chosen,
      limits: known ? [...limits, known.limit] : limits,
      notUnderstood: known || isWord ? notUnderstood : [...notUnderstood, match.trim()],
    };
  }
  return undefined;
}

/** 'boost clock over 3 GHz': the fact beside its limit, unless it is a part of what the kind is called ('power supply'). */
function removeNouns(sides: readonly [string, string], nouns: string): readonly [string, string] {
  const without = [
    sides[0].replace(new RegExp(`(?<![^ ])(?:${nouns})(?: of| is)? *$`, 'i'), ''),
    sides[1].replace(new RegExp(`^ *(?:of )?(?:${nouns}|high|tall|long|deep|wide)(?![^ ])`, 'i'), ''),
  ] as const;
  return findCategory(without.join(' ')) === findCategory(sides.join(' ')) ? without : sides;
}

/** Litres are those of a case, though nothing else says that one is meant. */
function listLimited(named: Category | undefined, unit: string): readonly Category[] {
  if (named) return [named];
  return spelledUnits.has(unit) ? [] : categories;
}

type Limited = { search: string; unit: string; isStrict: boolean };
type Ends = { min: string | undefined; max: string | undefined };

/** Ranges include their ends: more than 2 TB is at least 2001 GB. */
function makeLimit(category: Category, { search, unit, isStrict }: Limited, ends: Ends): Limit | undefined {
  const { of, factor } = units.get(unit) ?? { of: '', factor: 1 };
  const filters = listFilters(category).filter(
    (each) =>
      (each.kind === 'range' || (each.kind === 'choice' && each.isNumeric)) &&
      of.split(',').includes(each.unit || each.label.toLowerCase()),
  );
  const named = filters.map((each) => ({ each, length: measureNoun(search, each) }));
  const { each: filter } = named.toSorted((one, other) => other.length - one.length)[0] ?? {};
  if (!filter) return undefined;
  const step = isStrict ? (stepsByUnit.get(filter.unit) ?? 1) : 0;
  const read = (amount: string | undefined, change: number) =>
    amount && Math.round((Number(amount.replace(',', '.')) * factor + change) * 1000) / 1000;
  const [min, max] = [read(ends.min, step) || undefined, read(ends.max, -step) || undefined];
  const nouns = listNouns(filter);
  if (filter.kind === 'range') return { key: filter.key, min, max, nouns };
  const values = usualNumbers.filter((each) => each >= (min ?? 0) && each <= (max ?? each));
  return values.length > 0 ? { key: filter.key, min, max, nouns, values: values.map(String) } : undefined;
}

/**
 * How much of the search calls the filter: 'max height 50 mm' is the height of a cooler, 'room for a cooler of 170 mm' the
 * “Highest cooler” of a case, 'aio' its radiator.
 */
function measureNoun(search: string, filter: Filter): number {
  const text = search.toLowerCase();
  const [noun = ''] = new RegExp(`\\b(?:${listNouns(filter)})\\b`).exec(text) ?? [];
  const hasWord = filter.label
    .toLowerCase()
    .match(/[a-z]{4,}/g)
    ?.some((word) => text.includes(word));
  return noun.length || Number(hasWord ?? false);
}

/** Of cores, slots, gigabytes, radiators and turns a minute. */
export const usualNumbers = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 80, 92,
  96, 120, 128, 140, 192, 240, 256, 280, 360, 384, 420, 480, 512, 4200, 5400, 5700, 5900, 7200, 10_000,
  10_500, 15_000,
];

type Unit = readonly [name: string, { of: string; factor: number }];

/** Counts by their names, of one and of several, with the labels and units that they can mean: 'cores', 'sata port', 'ram slots'. */
const counts = Map.groupBy(
  categories.flatMap(listFilters).flatMap((filter) => {
    const label = filter.label.toLowerCase();
    // 'power connectors' have a number that is not known, 'power supplies' are a category
    const isCounted = filter.kind === 'choice' && (filter.isNumeric || !findCategory(label));
    const isCount = isCounted && !filter.unit && /[^s]s$/.test(label);
    const names = isCount ? [label, ...(filter.superlatives?.nouns ?? [])] : [];
    const plain = names.filter((name) => /^[a-z\d][\w. -]*s$/.test(name));
    return plain.flatMap((name) => [name, name.slice(0, -1)].map((each) => ({ name: each, label })));
  }),
  ({ name }) => name,
);

/** Also as they are written on pages. `of`: the units of filters, or the labels of counts, that they can mean, by commas. */
const units = new Map([
  // until a part has such a fact
  ...'kg lb lbs gram grams inch inches hz fps volt volts amp amps db/a lumen'
    .split(' ')
    .map((unit): Unit => [unit, { of: '', factor: 1 }]),
  ...[...counts].map(
    ([name, of]): Unit => [name, { of: [name, ...of.map(({ label }) => label)].join(), factor: 1 }],
  ),
  ...[...stepsByUnit.keys()].flatMap((unit): Unit[] =>
    /^[a-z/]+$/i.test(unit)
      ? [unit, unit.replace(/(?<=ch)es$|(?<=\w{3})s$/, '')].map(
          (each): Unit => [each.toLowerCase(), { of: unit, factor: 1 }],
        )
      : [],
  ),
  ...(
    [
      ['tb terabyte terabytes', 'GB', 1000],
      ['gigabyte gigabytes gig gigs', 'GB', 1],
      ['mhz', 'MT/s,MHz', 1],
      ['mts', 'MT/s', 1],
      ['millimeter millimeters', 'mm', 1],
      ['cm centimeter centimeters', 'mm', 10],
      ['watt watts', 'W', 1],
      ['liter liters litre litres ltr', 'L', 1],
      ['dba db(a) decibel decibels', 'dB', 1],
      ['cl', 'cycles', 1],
      ['slot slots', 'slots,memory slots,expansion slots', 1],
      ['mbps', 'MB/s', 1],
      ['gb/s', 'MB/s', 1000],
    ] as const
  ).flatMap(([spellings, of, factor]) => spellings.split(' ').map((unit) => [unit, { of, factor }] as Unit)),
]);

/** Parts have these amounts among their words, in whole numbers. */
const spelledUnits = new Set(['tb', 'gb', 'mhz', 'mm', 'cm', 'w', 'watt', 'watts']);

/** Of a regular expression. */
export const anyUnit = [...units.keys()]
  .toSorted((one, other) => other.length - one.length)
  .map((unit) => unit.replace(/[.()]/g, '\\$&'))
  .join('|');
const amountNumber = String.raw`\d{1,6}(?:[.,]\d{1,2})?`;
const amount = String.raw`(?:(?<number>${amountNumber})[ -]?(?<unit>${anyUnit})|(?<unit>cl) ?(?<number>\d{1,2}))`;
/** 'max length 250mm', 'minimum of 8tb'. */
const noun = '(?: [a-z]+){0,2}?(?: of)?';
const side = '(?: (?:height|length|depth|width))?';
const than =
  '(?:bigger|larger|greater|longer|faster|higher|more|louder|taller|stronger|more powerful) th[ae]n';
const lessThan =
  '(?:smaller|shorter|lower|less|fewer|slower|quieter|slimmer|thinner|weaker|less powerful) th[ae]n';

/** 'with 8 expansion slots'; parts have counts of one word among their words. */
const longCounts = [...counts.keys()].filter((name) => name.includes(' ')).join('|');

/** 'read 7000 mb/s write 6000 mb/s': each at its fact. */
const speedFact = '(?:sequential )?(?<fact>read|write)s?(?: speed)?(?: of)?';
const plainSpeed = String.raw`(?<number>\d{3,5}) ?(?<unit>mb/s|mbps)`;

const patterns = [
  {
    isLeast: false,
    texts: [
      `(?:between|from) (?<least>${amountNumber}) ?(?:${anyUnit})? ?(?:and|to|-) ?${amount}`,
      `(?<least>${amountNumber})(?:-| to )${amount}`,
      String.raw`(?<least>${amountNumber}) ?(?<unit>${anyUnit})(?: ?- ?| to )(?<number>${amountNumber}) ?\k<unit>`,
    ],
  },
  {
    isLeast: true,
    texts: [
      `(?:with )?(?:at least|from|min(?:imum)?${noun}|>=|(?<strict>over|above|${than}|>)) ?${amount}`,
      `(?:(?:with )?room for|for|fits|fitting|takes?|holds?|accepts?|with|and)(?: an?)? ${amount} (?:long |high |tall |length |height )?(?:gpus?|(?:graphics |video )?cards?|(?:cpu )?coolers?)`,
      `(?:can )?(?:hold|take|fit|with room for|room for|for)s?(?: an?)? (?:gpu|(?:graphics |video )?card|(?:cpu )?cooler)s?(?: of| up to)? ${amount}(?: length| height)?`,
      String.raw`(?:with )?${amount}${side} ?(?:or (?:more|bigger|larger|higher|faster|longer|better|above|over|up)|and (?:more|up|above)|min(?:imum)?(?! ?[$€£]?\d))`,
      String.raw`(?:with )?${amount}\+`,
      `(?:with )?(?<number>${amountNumber}) ?(?:or more|and more|or higher|\\+) ?(?<unit>${anyUnit})`,
    ],
  },
  {
    isLeast: false,
    texts: [
      `(?:with )?(?:at most|up to|max(?:imum)?${noun}|<=|(?<strict>under|below|${lessThan}|<)) ?${amount}`,
      String.raw`(?:with )?${amount}${side} ?(?:or (?:less|fewer|smaller|shorter|lower|quieter|below|under)|max(?:imum)?(?! ?[$€£]?\d))`,
    ],
  },
  {
    isLeast: false,
    isExact: true,
    texts: [`(?:with )?(?:exactly|only) (?<number>\\d{1,2}) (?<unit>${longCounts})`],
  },
  // nobody wants just so much
  { isLeast: true, texts: [`(?:with )?(?<number>\\d{1,2}) (?<unit>${longCounts})`] },
  {
    isLeast: true,
    isPlain: true,
    texts: [
      `(?:with )?(?:${speedFact} ${plainSpeed}|${plainSpeed}(?: ${speedFact})?)`,
      '(?:with )?(?:an? )?(?<number>\\d{1,2})[ -]?(?<unit>years?)(?= (?:of )?warranty)',
    ],
  },
].flatMap(({ isLeast, isExact = false, isPlain = false, texts }) =>
  texts.map((text) => ({ isLeast, isExact, isPlain, pattern: new RegExp(`(?<![^ ])${text}(?![^ ])`, 'i') })),
);
