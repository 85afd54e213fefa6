/** Limits of sizes and speeds in searches: 'hdd over 4tb', 'gpu shorter than 250mm'. They are range filters of the category. */
import type { Category } from '#domain/catalogue/categories.ts';
import { listFilters } from '#domain/catalogue/lists/filters.ts';
import { findCategory } from '#domain/catalogue/search/kinds.ts';

export type Limit = { key: string; min: number | undefined; max: number | undefined };

export type LimitedSearch = { text: string; category: Category | undefined; limit: Limit | undefined };

/** Where the category has no such range, only the words of the comparison are left out: the amount remains a word. */
export function readLimit(search: string, chosen: Category | undefined): LimitedSearch {
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
