/** The catalogue's answers worked out row by row, without anything that the shop answers by: what tests hold them against. */
import type { PartRow } from '#database/catalogue/parts.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import { listPartWords, listSpecificationWords } from '#domain/catalogue/search/part-words.ts';

/** What is chosen of one filter, as it stands in an address. */
export type Choice = { key: string; values?: string[]; min?: number; max?: number; flag?: true };
export type Wanted = { category?: Category; words: string[]; choices: Choice[] };

/** A filter's values of a part, by category and key; the test's own reading of the specification. */
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

const readWords = new WeakMap<PartRow, string[]>();

/** Whether a part has the word, or one that begins with it where it is no number. */
export function hasWord(part: PartRow, word: string): boolean {
  const words = readWords.get(part) ?? [...listPartWords(part).keys()];
  readWords.set(part, words);
  if (words.includes(word)) return true;
  return word.length > 1 && /[a-z]/.test(word) && words.some((each) => each.startsWith(word));
}

export function passes(part: PartRow, { key, values, min, max, flag }: Choice): boolean {
  if (flag) return isBuyable(part);
  if (values) return listValues(part, key).some((value) => values.includes(value));
  const exact = readNumber(part, key);
  if (exact === undefined) return false;
  const value = key === 'price-per-gb' ? Math.round(exact * 1000) / 1000 : exact;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

/** Whether no part has all words, so that those count that have the most of them. */
export function isPartial(onSale: PartRow[], { words }: Wanted): boolean {
  return words.length > 1 && !onSale.some((part) => words.every((word) => hasWord(part, word)));
}

/** How many of the words a part must have to be found: all, or as many of them as any part has, but one at least. */
function leastWords(onSale: PartRow[], wanted: Wanted): number {
  const { words } = wanted;
  if (!isPartial(onSale, wanted)) return words.length;
  return Math.max(1, ...onSale.map((part) => countWords(part, words)));
}

function countWords(part: PartRow, words: string[]): number {
  return words.filter((word) => hasWord(part, word)).length;
}

/** Of all parts on sale, those that the question finds, in no order; `without` leaves one condition out. */
export function find(onSale: PartRow[], wanted: Wanted, without?: string): PartRow[] {
  const least = leastWords(onSale, wanted);
  return onSale.filter(
    (part) =>
      (wanted.category === undefined || part.category === wanted.category) &&
      (without === 'q' || countWords(part, wanted.words) >= least) &&
      wanted.choices.every((choice) => choice.key === without || passes(part, choice)),
  );
}

/** How many parts have each value. */
export function tally(parts: PartRow[], key: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of parts.flatMap((part) => listValues(part, key)))
    counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** The least and the greatest, to a tenth of a cent where it is a price per gigabyte. */
export function extent(parts: PartRow[], key: string): { min: number | null; max: number | null } {
  const exact = parts.map((part) => readNumber(part, key)).filter((value) => value !== undefined);
  const values = key === 'price-per-gb' ? exact.map((value) => Math.round(value * 1000) / 1000) : exact;
  if (values.length === 0) return { min: null, max: null };
  return { min: Math.min(...values), max: Math.max(...values) };
}

/**
 * The best match first. A part fits by the words that it has to the letter, a beginning counts for nothing: each counts 10
 * in its name, else 4 in its brand or SKU, else 2 in its specification, else 1 in what its category is called. Where two fit
 * equally well, what can be bought comes first, then our choice, then the newest.
 */
export function bestFirst(parts: PartRow[], words: string[]): PartRow[] {
  const fits = new Map(parts.map((part) => [part, readFit(part, words)]));
  const placesOf = (part: PartRow) => [
    fits.get(part) ?? 0,
    Number(isBuyable(part)),
    Number(part.featured_rank !== null),
  ];
  return parts.toSorted((one, other) => {
    const [left, right] = [placesOf(one), placesOf(other)];
    const at = left.findIndex((place, index) => place !== right[index]);
    if (at < 0) return one.id < other.id ? 1 : -1;
    return (right[at] ?? 0) - (left[at] ?? 0);
  });
}

/** How well a part fits what is searched for. */
export function readFit(part: PartRow, words: string[]): number {
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

/** What each sort of the API compares; those without a value come last, then the newest first. */
export function inOrder(parts: PartRow[], sort: string): PartRow[] {
  const isDown = sort.endsWith('-desc');
  const key = sort.replace(/-desc$/, '');
  const keyOf = (part: PartRow): number | string | undefined => {
    if (key === 'newest') return 0;
    if (key === 'featured') return part.featured_rank ?? undefined;
    if (key === 'stock') return part.stock;
    if (key === 'name') return part.name.toLowerCase();
    const [value] = listValues(part, key);
    return readNumber(part, key) ?? (value === undefined ? undefined : Number(value));
  };
  return [...parts].sort((one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    if (left !== right) {
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      return left < right === isDown ? 1 : -1;
    }
    return one.id < other.id ? 1 : -1;
  });
}
