/** The results of catalogue queries, computed row by row without the shop's index, for comparison in tests. */
import type { PartOnSale, PartRow } from '#catalogue/database/parts.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import { type Category, fallbackCategory } from '#catalogue/rules/parts.ts';
import { findTypicalCategory, makeCategoryMark } from '#catalogue/rules/search/kinds.ts';
import {
  listOtherVariants,
  listPartWords,
  makeBrandMark,
  type WordWeight,
} from '#catalogue/rules/search/part-words.ts';
import { isStandard } from '#catalogue/rules/search/search-parts.ts';
import {
  areOtherThings,
  findKindOfMost,
  findTypicalMark,
  isOfAnyModel,
  limitToExactModels,
  listRuns,
  listSplits,
  parseSearch,
  type SearchedWord,
  swapLetters,
  takeNeighbours,
  weighWord,
} from '#catalogue/rules/search/searches.ts';
import { isAmount } from '#catalogue/rules/search/words.ts';

/** The chosen values of one filter. */
export type Choice = { key: string; values?: string[]; min?: number; max?: number; flag?: true };
/** `sort`: relevance unless it is given; `searchedIn`: whose parts the search must find, if not those of `category`. */
export type ListQuery = {
  category?: Category;
  searchedIn?: Category | undefined;
  words: string[];
  choices: Choice[];
  sort?: string;
};

/** A filter of the category alone. It is asked of one row after the other. */
export function findFilter(category: Category | undefined, key: string): Filter | undefined {
  return getListedCategory(category ?? fallbackCategory).filters.find((filter) => filter.key === key);
}

export function listValues(part: PartRow, key: string): string[] {
  if (key === 'brand') return part.brand ? [part.brand] : [];
  if (key === 'rating')
    return ['1', '2', '3', '4'].filter((stars) => Number(stars) * 10 <= (part.rating_tenths ?? 0));
  const filter = findFilter(part.category, key);
  return filter?.kind === 'choice' ? [...filter.getValues(part as PartOnSale)] : [];
}

export function readNumber(part: PartRow, key: string): number | undefined {
  const price = (part.price_cents ?? 0) / 100;
  if (key === 'price') return price;
  if (key === 'price-per-gb') {
    const { capacityGb } = part.specs;
    const perGb = hasPricePerGb(part.category) && capacityGb ? price / Number(capacityGb) : undefined;
    // a tenth of a cent and 100 dollars are the limits of what is plausible; others are not filtered by it
    return perGb !== undefined && perGb >= 0.001 && perGb <= 100 ? perGb : undefined;
  }
  const filter = findFilter(part.category, key);
  return filter?.kind === 'range' ? filter.getValue(part as PartOnSale) : undefined;
}

export function hasPricePerGb(category: Category | undefined): boolean {
  return getListedCategory(category ?? fallbackCategory).isPricedByCapacity === true;
}

export function isOnSale(part: PartRow): boolean {
  return part.off_sale_at === null && part.price_cents !== null;
}

export function isBuyable(part: PartRow): boolean {
  return part.stock >= part.minimum_order;
}

const wordCache = new WeakMap<PartRow, Map<string, WordWeight>>();

function readWords(part: PartRow): Map<string, WordWeight> {
  const words = wordCache.get(part) ?? listPartWords(part);
  wordCache.set(part, words);
  return words;
}

/** Whether a part has the word, or, unless it is a number, a word that begins with it. */
export function hasWord(part: PartRow, word: string): boolean {
  return hasAnySpelling(part, [word], word.length > 1 && /[a-z]/.test(word));
}

function hasAnySpelling(part: PartRow, spellings: readonly string[], isBeginning: boolean): boolean {
  const words = readWords(part);
  if (spellings.some((spelling) => words.has(spelling))) return true;
  return (
    isBeginning && [...words.keys()].some((word) => spellings.some((spelling) => word.startsWith(spelling)))
  );
}

function hasSearched(part: PartRow, { spellings, mark, isBeginning }: SearchedWord): boolean {
  return (mark !== undefined && readWords(part).has(mark)) || hasAnySpelling(part, spellings, isBeginning);
}

/** Or its pieces of letters and digits, in two or three groups or all apart, unless it is an amount; no single letter is a beginning then. */
function hasPieces(part: PartRow, word: SearchedWord): boolean {
  if (isOneLetter(word.typed)) return hasSearched(part, { ...word, isBeginning: false });
  const pieces = listPieces(word.typed);
  if (hasSearched(part, word) || word.mark !== undefined || isAmount(word.typed))
    return hasSearched(part, word);
  return (
    (pieces.length > 1 && pieces.every((piece) => readWords(part).has(piece))) ||
    listSplits(word).some(
      (each) =>
        each.slice(0, -1).every((piece) => readWords(part).has(piece)) &&
        hasAnySpelling(part, each.slice(-1), word.isBeginning && !isOneLetter(each.at(-1))),
    )
  );
}

const isOneLetter = (piece = '') => piece.length === 1;

function listPieces(word: string): string[] {
  return word.includes('.') ? [] : (word.match(/[a-z]+|[0-9]+/g) ?? []);
}

export function passesFlag(part: PartRow, key: string): boolean {
  const filter = findFilter(part.category, key);
  return filter?.kind === 'flag'
    ? filter.isTrueFor(part as PartOnSale)
    : key === 'in-stock' && isBuyable(part);
}

function passesFilter(part: PartRow, { key, values, min, max, flag }: Choice): boolean {
  if (flag) return passesFlag(part, key);
  const exact = readNumber(part, key);
  if (exact === undefined)
    return values !== undefined && listValues(part, key).some((each) => values.includes(each));
  const value = key === 'price-per-gb' ? Math.round(exact * 1000) / 1000 : exact;
  if (values && !values.includes(String(value))) return false;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

type Search = { matches(part: PartRow): boolean; isPartial: boolean; isRespelled: boolean };

const nothing: Search = { matches: () => false, isPartial: false, isRespelled: false };

const searchCache = new WeakMap<PartRow[], Map<string, Search>>();

/** What a search matches among the parts on sale: all words, else written otherwise, else most of them. */
function runSearch(onSale: PartRow[], query: ListQuery): Search {
  const { words, sort = 'relevance' } = query;
  const category = 'searchedIn' in query ? query.searchedIn : query.category;
  const cache = searchCache.get(onSale) ?? new Map<string, Search>();
  searchCache.set(onSale, cache);
  const text = words.join(' ');
  const isSorted = sort !== 'relevance';
  const key = `${isSorted} ${category} ${text}`;
  const searched = parseSearch(text, { isSorted });
  const typical = category ? makeCategoryMark(category) : findTypicalMark(text, searched);
  const search = cache.get(key) ?? findSearchWithoutExcluded(onSale, searched, { category, typical });
  cache.set(key, search);
  return search;
}

/** Of `ssd no sata`, parts with the excluded word count as not there. */
function findSearchWithoutExcluded(
  onSale: PartRow[],
  words: readonly SearchedWord[],
  meant: MeantKind,
): Search {
  const excluded = words.filter(({ role }) => role === 'excluded');
  const isAllowed = (part: PartRow) => !excluded.some((word) => hasSearched(part, word));
  if (words.length > 0 && excluded.length === words.length && onSale.every(isAllowed)) return nothing;
  const search = findSearch(
    onSale.filter(isAllowed),
    words.filter((word) => !excluded.includes(word)),
    meant,
  );
  return { ...search, matches: (part) => isAllowed(part) && search.matches(part) };
}

/** `category`: of the list; `typical`: the mark of what the words are about where no part has them all. */
type MeantKind = { category: Category | undefined; typical: string | undefined };

function findSearch(
  everything: PartRow[],
  searched: SearchedWord[],
  { category, typical }: MeantKind,
): Search {
  const onSale = category ? everything.filter((part) => part.category === category) : everything;
  const required = searched.filter(({ role }) => role === 'required');
  const exact = (part: PartRow) => required.every((word) => hasSearched(part, word));
  if (searched.length === 0) return { matches: () => true, isPartial: false, isRespelled: false };
  if (onSale.some(exact)) return { matches: exact, isPartial: false, isRespelled: false };
  const isKnown = ({ typed }: SearchedWord) =>
    everything.some((part) => [...readWords(part).keys()].some((word) => word.startsWith(typed)));
  if (searched.some((word) => isStandard.test(word.typed) && !isKnown(word))) return nothing;
  const respelled = (part: PartRow) =>
    required.every((word) => hasPieces(part, word)) ||
    listRuns(required).some(({ start, end }) => {
      const run = required.slice(start, end);
      const joined = run.map(({ typed }) => typed.replaceAll(' ', '')).join('');
      const others = required.filter((_, at) => at < start || at >= end);
      return (
        hasAnySpelling(part, [joined], run.at(-1)?.isBeginning ?? false) &&
        others.every((word) => hasPieces(part, word))
      );
    });
  if (onSale.some(respelled)) return { matches: respelled, isPartial: false, isRespelled: true };
  const near = takeNeighbours(searched);
  const similar = (swapLetters(near ?? searched) ?? near)?.filter(({ role }) => role === 'required');
  const hasSimilar = (part: PartRow) => similar?.every((word) => hasSearched(part, word)) === true;
  if (onSale.some(hasSimilar)) return { matches: hasSimilar, isPartial: true, isRespelled: false };
  if (areOtherThings(searched)) return nothing;
  const exactModels = limitToExactModels(searched);
  const kind = typical ?? findKindOfMost(exactModels);
  const weigh = (part: PartRow) =>
    kind && makeCategoryMark(part.category) !== kind
      ? 0
      : sum(exactModels.filter((word) => hasSearched(part, word)).map((word) => weighWord(word)));
  const greatest = Math.max(0, ...onSale.map(weigh));
  const isPartial =
    greatest > 0 && (isOfAnyModel(exactModels) || greatest * (kind ? 3 : 2) >= sum(required.map(weighWord)));
  return { matches: (part) => isPartial && weigh(part) === greatest, isPartial, isRespelled: false };
}

/** Whether no part has all words, so that the parts with most of them match. */
export function isPartial(onSale: PartRow[], query: ListQuery): boolean {
  return runSearch(onSale, query).isPartial;
}

/** The matching parts, unordered; `without` ignores one condition. */
export function findParts(onSale: PartRow[], wanted: ListQuery, without?: string): PartRow[] {
  const search = runSearch(onSale, wanted);
  return onSale.filter(
    (part) =>
      (wanted.category === undefined || part.category === wanted.category) &&
      (without === 'q' || search.matches(part)) &&
      wanted.choices.every((choice) => choice.key === without || passesFilter(part, choice)),
  );
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How many parts have each value, or each number of a range. */
export function countValues(parts: PartRow[], key: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of parts.flatMap((part) => readNumber(part, key)?.toString() ?? listValues(part, key)))
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
 * name of the category, and 10 the kind that words without one are typical of; parts of variants that the search does not
 * name come after the others. Then by precedence.
 */
export function sortByRelevance(
  parts: PartRow[],
  { words, category }: ListQuery,
  onSale: PartRow[],
): PartRow[] {
  const { isRespelled } = runSearch(onSale, { words, choices: [], searchedIn: category });
  const fits = new Map(parts.map((part) => [part, computeRelevance(part, words, isRespelled)]));
  return parts.toSorted(
    (one, other) => (fits.get(other) ?? 0) - (fits.get(one) ?? 0) || comparePrecedence(one, other),
  );
}

/** What can be bought, then our choice, then what sells, then the rating, then the newest import in the order of its file. */
function comparePrecedence(one: PartRow, other: PartRow): number {
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

export function computeRelevance(part: PartRow, words: string[], isRespelled = false): number {
  const searched = parseSearch(words.join(' '));
  const terms = searched.flatMap(({ typed, spellings, mark, role }, index) => {
    if (mark !== undefined && role === 'required') return [mark];
    if (!isRespelled && searched.length === 1) return [...spellings, makeBrandMark(typed)];
    const pieces = listPieces(typed);
    const next = searched[index + 1];
    const joined = next ? [`${typed}${next.typed}`.replaceAll(' ', '')] : [];
    return [...spellings, ...(isRespelled ? [...(pieces.length > 1 ? pieces : []), ...joined] : [])];
  });
  const isOfKind = searched.some(({ mark }) => mark !== undefined);
  const typical = isOfKind ? undefined : findTypicalCategory(searched.map(({ typed }) => typed).join(' '));
  const weights = { A: 10, B: 4, C: 2, D: 1 };
  const fit = sum(
    [...new Set([...terms, ...(typical ? [makeCategoryMark(typical)] : [])])].map(
      (term) => weights[readWords(part).get(term) ?? 'D'] * Number(readWords(part).has(term)),
    ),
  );
  const isVariant = listOtherVariants(searched.map(({ typed }) => typed)).some((mark) =>
    readWords(part).has(mark),
  );
  return fit * 2 + (isVariant ? 0 : 1);
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
    const { getSortKey } = findFilter(part.category, key) ?? {};
    if (getSortKey) return getSortKey(part as PartOnSale);
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
