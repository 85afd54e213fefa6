/** The results of catalogue queries, computed row by row without the shop's index, for comparison in tests. */
import type { PartRow } from '#database/catalogue/parts.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import { listPartWords, listSpecificationWords } from '#domain/catalogue/search/part-words.ts';

/** The chosen values of one filter. */
export type Choice = { key: string; values?: string[]; min?: number; max?: number; flag?: true };
export type ListQuery = { category?: Category; words: string[]; choices: Choice[] };

/** The specification field of each filter with values, by category; written independently of the shop's. */
export const choiceFields: Partial<Record<Category, Record<string, string>>> = {
  memory: {
    capacity: 'capacityGb',
    modules: 'modules',
    'module-size': 'moduleGb',
    ddr: 'ddr',
    color: 'color',
  },
  'hard-disk': { 'form-factor': 'formFactor', interface: 'interface', rpm: 'rpm' },
  ssd: { 'form-factor': 'formFactor', interface: 'interface' },
  motherboard: {
    socket: 'socket',
    'form-factor': 'formFactor',
    ddr: 'ddr',
    'memory-slots': 'memorySlots',
    color: 'color',
  },
  'graphics-card': { chipset: 'chipset', memory: 'memoryGb', color: 'color' },
};
export const rangeFields: Partial<Record<Category, Record<string, string>>> = {
  memory: { speed: 'speedMts', latency: 'casLatency', 'first-word-latency': 'firstWordLatencyNs' },
  'hard-disk': { capacity: 'capacityGb', cache: 'cacheMb' },
  ssd: { capacity: 'capacityGb', cache: 'cacheMb' },
  motherboard: { 'max-memory': 'maxMemoryGb' },
  'graphics-card': { length: 'lengthMm', 'boost-clock': 'boostClockMhz', 'core-clock': 'coreClockMhz' },
};

export function listValues(part: PartRow, key: string): string[] {
  if (key === 'brand') return part.brand ? [part.brand] : [];
  const value = part.specs[choiceFields[part.category]?.[key] ?? ''];
  if (value === undefined) return [];
  return key === 'color' ? [...new Set(String(value).split(' / '))] : [String(value)];
}

export function readNumber(part: PartRow, key: string): number | undefined {
  const price = (part.price_cents ?? 0) / 100;
  if (key === 'price') return price;
  if (key === 'price-per-gb') {
    const { capacityGb } = part.specs;
    return hasPricePerGb(part.category) && capacityGb ? price / Number(capacityGb) : undefined;
  }
  const value = part.specs[rangeFields[part.category]?.[key] ?? ''];
  return value === undefined ? undefined : Number(value);
}

export function hasPricePerGb(category: Category | undefined): boolean {
  return category === 'memory' || category === 'ssd' || category === 'hard-disk';
}

export function isOnSale(part: PartRow): boolean {
  return part.off_sale_at === null && part.price_cents !== null;
}

export function isBuyable(part: PartRow): boolean {
  return part.stock >= part.minimum_order;
}

const wordCache = new WeakMap<PartRow, string[]>();

/** Whether a part has the word, or a word that begins with it; numbers are beginnings only at the end of a search. */
export function hasWord(part: PartRow, word: string, isLast = false): boolean {
  const words = wordCache.get(part) ?? [...listPartWords(part).keys()];
  wordCache.set(part, words);
  if (words.includes(word)) return true;
  const canBeBeginning = isLast || (word.length > 1 && /[a-z]/.test(word));
  return canBeBeginning && words.some((each) => each.startsWith(word));
}

export function passesFilter(part: PartRow, { key, values, min, max, flag }: Choice): boolean {
  if (flag) return isBuyable(part);
  if (values) return listValues(part, key).some((value) => values.includes(value));
  const exact = readNumber(part, key);
  if (exact === undefined) return false;
  const value = key === 'price-per-gb' ? Math.round(exact * 1000) / 1000 : exact;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

/** Whether no part has all words, so that the parts with the most of them match. */
export function isPartial(onSale: PartRow[], { words }: ListQuery): boolean {
  return words.length > 1 && !onSale.some((part) => countWords(part, words) === words.length);
}

/** How many words a part must have: all, or the maximum that any part has, but at least one. */
function computeMinWords(onSale: PartRow[], wanted: ListQuery): number {
  const { words } = wanted;
  if (!isPartial(onSale, wanted)) return words.length;
  return Math.max(1, ...onSale.map((part) => countWords(part, words)));
}

function countWords(part: PartRow, words: string[]): number {
  return words.filter((word, index) => hasWord(part, word, index === words.length - 1)).length;
}

/** The matching parts, unordered; `without` ignores one condition. */
export function findParts(onSale: PartRow[], wanted: ListQuery, without?: string): PartRow[] {
  const least = computeMinWords(onSale, wanted);
  return onSale.filter(
    (part) =>
      (wanted.category === undefined || part.category === wanted.category) &&
      (without === 'q' || countWords(part, wanted.words) >= least) &&
      wanted.choices.every((choice) => choice.key === without || passesFilter(part, choice)),
  );
}

/** How many parts have each value. */
export function countValues(parts: PartRow[], key: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of parts.flatMap((part) => listValues(part, key)))
    counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Minimum and maximum; a price per gigabyte is rounded to a tenth of a cent. */
export function computeRange(parts: PartRow[], key: string): { min: number | null; max: number | null } {
  const exact = parts.map((part) => readNumber(part, key)).filter((value) => value !== undefined);
  const values = key === 'price-per-gb' ? exact.map((value) => Math.round(value * 1000) / 1000) : exact;
  if (values.length === 0) return { min: null, max: null };
  return { min: Math.min(...values), max: Math.max(...values) };
}

/**
 * By relevance: each exact word counts 10 in the name, else 4 in brand or SKU, else 2 in the specification, else 1 in the
 * name of the category. Then by precedence.
 */
export function sortByRelevance(parts: PartRow[], words: string[]): PartRow[] {
  const fits = new Map(parts.map((part) => [part, computeRelevance(part, words)]));
  return parts.toSorted(
    (one, other) => (fits.get(other) ?? 0) - (fits.get(one) ?? 0) || comparePrecedence(one, other),
  );
}

/** What can be bought, then our choice, then what sells, then the rating, then the newest import in the order of its file. */
export function comparePrecedence(one: PartRow, other: PartRow): number {
  const listRanks = (part: PartRow) => [
    -Number(isBuyable(part)),
    -Number(part.featured_rank !== null),
    -part.sales_points,
    -part.rating_points,
    -part.created_at.getTime(),
    part.file_row,
  ];
  const [left, right] = [listRanks(one), listRanks(other)];
  const at = left.findIndex((place, index) => place !== right[index]);
  if (at < 0) return one.id < other.id ? -1 : 1;
  return (left[at] ?? 0) - (right[at] ?? 0);
}

export function computeRelevance(part: PartRow, words: string[]): number {
  const nothing = { name: '', brand: '', sku: '', category: 'other', specs: {} } as const;
  const wordsIn = (said: Partial<PartRow>) => new Set(listPartWords({ ...nothing, ...said }).keys());
  const places: [number, Set<string>][] = [
    [10, wordsIn({ name: part.name })],
    [4, wordsIn({ brand: part.brand, sku: part.sku })],
    [2, new Set(listSpecificationWords(part.category, part.specs))],
    [1, wordsIn({ category: part.category })],
  ];
  const worths = words.map((word) => places.find(([, those]) => those.has(word))?.[0] ?? 0);
  return worths.reduce((sum, worth) => sum + worth, 0);
}

/** Sorted as the API documents it: parts without a value last, then by precedence. */
export function sortParts(parts: PartRow[], sort: string): PartRow[] {
  const isDown = sort.endsWith('-desc');
  const key = sort.replace(/-desc$/, '');
  const readKey = (part: PartRow): number | string | undefined => {
    if (key === 'newest') return -part.created_at.getTime();
    if (key === 'bought') return -part.sales_points;
    if (key === 'featured') return part.featured_rank ?? undefined;
    if (key === 'stock') return part.stock;
    if (key === 'name') return part.name.toLowerCase();
    const [value] = listValues(part, key);
    return readNumber(part, key) ?? (value === undefined ? undefined : Number(value));
  };
  return [...parts].sort((one, other) => {
    const [left, right] = [readKey(one), readKey(other)];
    if (left !== right) {
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      return left < right === isDown ? 1 : -1;
    }
    return comparePrecedence(one, other);
  });
}
