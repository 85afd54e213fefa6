/** Takes from a search what it says of sorts, prices and limits; the rest remains words. */
import type { Category } from '#catalogue/rules/categories.ts';
import { categories } from '#catalogue/rules/category-ids.ts';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { findCategory } from '../search/kinds.ts';

export type SearchQuestion = {
  text: string;
  /** That of the sort or limit, when the search names it. */
  category: Category | undefined;
  sort: string | undefined;
  /** By the keys of range filters. */
  ranges: ReadonlyMap<string, { min: number | undefined; max: number | undefined }>;
};

export function readQuestion(search: string, chosen: Category | undefined, priceKey: string): SearchQuestion {
  // most lists are not searched, and the first use of all these patterns takes some 60 ms
  if (search === '') return { text: search, category: chosen, sort: undefined, ranges: new Map() };
  const superlative = readSuperlative(search, chosen);
  const limited = readLimit(superlative?.text ?? search, superlative?.category ?? chosen);
  const { text, min, max, sort } = readPriceWords(limited.text);
  const { limit } = limited;
  const ranges = new Map([
    ...(limit ? [[limit.key, { min: limit.min, max: limit.max }] as const] : []),
    ...((min ?? max) === undefined ? [] : [[priceKey, { min, max }] as const]),
  ]);
  const category = chosen ?? superlative?.category ?? limited.category;
  const ordered = superlative?.sort ?? sort;
  return { text: ordered ? excludeVariants(text) : text, category, sort: ordered, ranges };
}

/** A cheaper or shorter 'Ti' would come before the chip that is searched. The last word may be incomplete. */
function excludeVariants(text: string): string {
  const isPlainChip = /\b[rg]tx ?[1-9]\d{3}(?! ?(?:t|s|ti|su.*)(?: |$))(?!\w)/i.test(text);
  return isPlainChip ? `${text} -ti -super` : text;
}

/** Limits of sizes and speeds in searches: 'hdd over 4tb', 'gpu shorter than 250mm'. They are range filters of the category. */
type Limit = { key: string; min: number | undefined; max: number | undefined };

type LimitedSearch = { text: string; category: Category | undefined; limit: Limit | undefined };

/** Where the category has no such range, only the words of the comparison are left out: the amount remains a word. */
function readLimit(search: string, chosen: Category | undefined): LimitedSearch {
  for (const { pattern, isLeast } of patterns) {
    const { 0: match, index = 0, groups } = pattern.exec(search) ?? {};
    if (match === undefined || !groups) continue;
    const { number = '', unit = '', strict } = groups;
    const category = chosen ?? findCategory(search);
    const limit =
      category &&
      makeLimit(category, [number, unit.toLowerCase()], { isLeast, isStrict: strict !== undefined });
    const rest = limit ? ' ' : ` ${number}${unit} `;
    const text = `${search.slice(0, index)}${rest}${search.slice(index + match.length)}`;
    return { text: text.replace(/\s+/g, ' ').trim(), category: limit && category, limit };
  }
  return { text: search, category: undefined, limit: undefined };
}

/** Ranges include their ends: more than 2 TB is at least 2001 GB. */
function makeLimit(
  category: Category,
  [number, unit]: readonly [string, string],
  { isLeast, isStrict }: { isLeast: boolean; isStrict: boolean },
): Limit | undefined {
  const [unitOfFilter, factor] = units[unit] ?? [];
  const filter = listFilters(category).find(
    (each) => each.kind === 'range' && unitOfFilter?.includes(each.unit),
  );
  if (!filter || factor === undefined) return undefined;
  const amount = Number(number.replace(',', '.')) * factor;
  const step = isStrict ? 1 : 0;
  return isLeast
    ? { key: filter.key, min: amount + step, max: undefined }
    : { key: filter.key, min: undefined, max: amount - step };
}

/** As typed: the units of filters that it can mean, and how many of them it is. */
const units: Readonly<Record<string, readonly [filters: readonly string[], factor: number]>> = {
  tb: [['GB'], 1000],
  gb: [['GB'], 1],
  mhz: [['MT/s', 'MHz'], 1],
  'mt/s': [['MT/s'], 1],
  mm: [['mm'], 1],
  cm: [['mm'], 10],
  w: [['W'], 1],
  watt: [['W'], 1],
  watts: [['W'], 1],
};

const amount = String.raw`(?<number>\d{1,6}(?:[.,]\d{1,2})?) ?(?<unit>${Object.keys(units).reverse().join('|')})`;
/** 'max length 250mm', 'minimum of 8tb'. */
const noun = '(?: [a-z]+)??(?: of)?';
const than = '(?:bigger|larger|greater|longer|faster|higher|more) th[ae]n';
const lessThan = '(?:smaller|shorter|lower|less) th[ae]n';

const patterns = [
  {
    isLeast: true,
    text: `(?:at least|from|min(?:imum)?${noun}|>=|(?<strict>over|above|${than}|>)) ?${amount}`,
  },
  {
    isLeast: true,
    text: String.raw`${amount} ?(?:or (?:more|bigger|larger|higher|faster|longer|up)|and (?:more|up|above)|min(?:imum)?(?! ?[$€£]?\d))`,
  },
  { isLeast: true, text: String.raw`${amount}\+` },
  {
    isLeast: false,
    text: `(?:at most|up to|max(?:imum)?${noun}|no (?:longer|more|bigger) th[ae]n|<=|(?<strict>under|below|${lessThan}|<)) ?${amount}`,
  },
  {
    isLeast: false,
    text: String.raw`${amount} ?(?:or (?:less|smaller|shorter|lower)|max(?:imum)?(?! ?[$€£]?\d))`,
  },
].map(({ isLeast, text }) => ({ isLeast, pattern: new RegExp(`(?<![^ ])${text}(?![^ ])`, 'i') }));

/** Superlatives in searches: 'biggest hard drive', 'gpu with most vram'. Each means a sort of the category's list. */
type SuperlativeSearch = { text: string; category: Category; sort: string };

/** Undefined: there is none, or it is not clear of what. Without a chosen category, the text must name one. */
function readSuperlative(search: string, chosen: Category | undefined): SuperlativeSearch | undefined {
  for (const { category, pattern, sort } of superlatives) {
    if ((chosen !== undefined && category !== chosen) || !pattern.test(search)) continue;
    const text = search.replace(pattern, ' ').replace(/\s+/g, ' ').trim();
    if (category === (chosen ?? findCategory(text))) return { text, category, sort };
  }
  return undefined;
}

const greatest = '(?:most|highest|biggest|largest|greatest|longest|max(?:imum)?)';
const smallest = '(?:least|lowest|smallest|fewest|shortest|min(?:imum)?)';

/** 'most vram' is understood before 'most'. */
const superlatives = categories
  .flatMap((category) => listFilters(category).flatMap((filter) => listPatterns(category, filter)))
  .sort((one, other) => Number(other.hasNoun) - Number(one.hasNoun));

function listPatterns(category: Category, { key, label, sorts, superlatives }: Filter) {
  if (superlatives === undefined) return [];
  const nouns = [label.toLowerCase().replace(/ \(.*\)/, ''), ...(superlatives.nouns ?? [])].join('|');
  const ends = [
    { direction: 'up', sort: key, adverb: smallest, words: superlatives.least },
    { direction: 'down', sort: `${key}-desc`, adverb: greatest, words: superlatives.most },
  ] as const;
  return ends
    .filter(({ direction }) => sorts.includes(direction))
    .flatMap(({ sort, adverb, words }) => [
      { category, sort, hasNoun: true, pattern: makePattern(`${adverb} (?:${nouns})`) },
      ...(words ? [{ category, sort, hasNoun: false, pattern: makePattern(words.join('|')) }] : []),
    ]);
}

function makePattern(words: string): RegExp {
  return new RegExp(
    String.raw`(?<![\w-])(?:with )?(?:the )?(?:${words})(?![\w-]| (?:of )?\d+ ?(?:mm|cm|w|gb|tb|mhz)\b)`,
    'i',
  );
}

/** Prices in searches: 'ssd under $100', 'cheapest 4tb ssd'. */
type PricedSearch = {
  /** Without the words about prices. */
  text: string;
  /** Dollars. */
  min: number | undefined;
  max: number | undefined;
  sort: 'price' | 'price-desc' | 'bought' | undefined;
};

export function readPriceWords(search: string): PricedSearch {
  const read: PricedSearch = { text: search, min: undefined, max: undefined, sort: undefined };
  for (const [pattern, apply] of pricePatterns) {
    read.text = read.text.replace(pattern, (match, ...groups) => {
      apply(read, ...groups.slice(0, 2).map(readAmount));
      return match.startsWith(' ') ? ' ' : '';
    });
  }
  if (read.text === search) return read;
  const text = read.text.replace(/\s+/g, ' ').trim();
  const isContradiction = read.min !== undefined && read.max !== undefined && read.min > read.max;
  return isContradiction ? { ...read, text: search, min: undefined, max: undefined } : { ...read, text };
}

const number = String.raw`(\d{1,3}(?:[,.]\d{3})+|\d{1,6}(?:[.,]\d{1,2})?(?:k\b)?)`;
const sign = '[$€£]';
const currency = String.raw`(?:${sign}|(?:usd|dollars?|bucks|eur|euros?|pounds?|gbp)\b)`;
/** An amount with a sign or a word for dollars; `bare` also without: not followed by another unit. */
const money = String.raw`(?:(?:${sign}|usd|eur) ?${number}(?![\w.])(?: ?${currency})?|${number} ?${currency})`;
const bare = String.raw`(?:${sign} ?)?${number}(?![\w.,]|[- ]?(?:gb|tb|mb|g|t|gigs?|mhz|mt|ghz|mm|cm|rpm|ns|w|watts?|inch|slots?|pins?|bits?|series|"|x|mts?|mt/s|tb/s)\b)(?: ?${currency})?`;
/** Could not be a speed or the number of a model. */
const bareLimit = String.raw`(?=(?:${sign} ?)?(?:\d{2,3}|[1-4]\d{3}|\d(?:[.,]\d)?k)(?:\D|$))${bare}`;
/** 'gpu 400-500', but not 'ddr5 5600-6000' or '2230-2280'. */
const roundPrice = String.raw`((?:[2-9]|[1-9]\d|1\d\d)0)`;
const below = '(?:under|below|less th[ae]n|cheaper th[ae]n|lower th[ae]n|<)';
const atMost =
  '(?:up to|max(?:imum)?|at most|within|no more th[ae]n|not more th[ae]n|not over|for|budget(?: of)?)';
const clearlyAtMost =
  '(?:up to|max(?:imum)?|at most|no more th[ae]n|not more th[ae]n|not over|budget(?: of)?)';
const about = '(?:about|around|approx(?:imately)?|roughly|~)';
const above = '(?:over|above|more th[ae]n|at least|from|min(?:imum)?|>)';
const clearlyAbove = '(?:over|above|more th[ae]n)';

type Apply = (read: PricedSearch, one?: number, other?: number) => void;

const applyMax: Apply = (read, one, other) => {
  read.max = one ?? other;
};
const applyMin: Apply = (read, one, other) => {
  read.min = one ?? other;
};

const applyBoth: Apply = (read, one, other) => {
  read.min = one;
  read.max = other;
};
/** A fifth less or more. */
const applyAbout: Apply = (read, one, other) => {
  const amount = one ?? other ?? 0;
  read.min = Math.round(amount * 0.8);
  read.max = Math.round(amount * 1.2);
};

const pricePatterns: [RegExp, Apply][] = [
  [
    new RegExp(
      `(?:^| )(?:between|from) ?${sign}? ?${number} ?${currency}? ?(?:and|to|-) ?${sign}? ?${number} ?${currency}?(?= |$)`,
      'gi',
    ),
    applyBoth,
  ],
  [new RegExp(`(?:^| )${sign} ?${number} ?(?:-|to) ?${sign}? ?${number}(?= |$)`, 'gi'), applyBoth],
  [new RegExp(`(?:^| )${number} ?${currency}? ?(?:-|to) ?${number} ?${currency}(?= |$)`, 'gi'), applyBoth],
  [new RegExp(`(?:^| )${roundPrice}-${roundPrice}(?= |$)`, 'gi'), applyBoth],
  [new RegExp(`(?:^| )${about} ?${money}(?= |$)`, 'gi'), applyAbout],
  [new RegExp(`(?:^| )${below} ?${bare}(?= |$)`, 'gi'), applyMax],
  [new RegExp(`(?:^| )${atMost} ?${money}(?= |$)`, 'gi'), applyMax],
  [new RegExp(`(?:^| )${clearlyAtMost} ?${bareLimit}(?= |$)`, 'gi'), applyMax],
  [new RegExp(`(?:^| )${above} ?${money}(?= |$)`, 'gi'), applyMin],
  [new RegExp(`(?:^| )${clearlyAbove} ?${bareLimit}(?= |$)`, 'gi'), applyMin],
  [new RegExp(`(?:^| )${money}(?= |$)`, 'gi'), applyMax],
  [
    /(?:^| )(?:the )?(?:most (?:popular|bought|sold)|best[- ]?selling|best[- ]?sellers?)(?= |$)/gi,
    (read) => {
      read.sort = 'bought';
    },
  ],
  [
    /(?:^| )(?:the )?(?:most expensive|highest priced?|dearest|priciest)(?= |$)/gi,
    (read) => {
      read.sort = 'price-desc';
    },
  ],
  [
    /(?:^| )(?:the )?(?:cheapest|lowest priced?|least expensive|low price|cheap|inexpensive|affordable)(?= |$)/gi,
    (read) => {
      read.sort = 'price';
    },
  ],
];

function readAmount(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d/.test(value)) return undefined;
  const thousands = value.replace(/[,.](?=\d{3})/g, '');
  const amount = Number.parseFloat(thousands.replace(',', '.'));
  return /k$/i.test(value) ? amount * 1000 : amount;
}
