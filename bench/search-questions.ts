/** The questions of `search-questions.txt` or of another such file, and whether a part is what a question expects. */
import { readFileSync } from 'node:fs';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';

export type SearchedPart = {
  id: string;
  category: Category;
  brand: string;
  name: string;
  price_cents: number;
  specs: SpecificationValues;
};

export type Question = {
  /** The heading of its table. */
  group: string;
  q: string;
  expected: string;
};

/** Reads the tables of the page, in their order. */
export function readQuestions(
  file: string | URL = new URL('search-questions.txt', import.meta.url),
): Question[] {
  const page = readFileSync(file, 'utf8');
  let group = '';
  return page.split('\n').flatMap((line) => {
    group = /^## (.+)/.exec(line)?.[1] ?? group;
    const [, q, expected] = /^\| (.+?) +\| (.+?) +\|$/.exec(line) ?? [];
    const isRow = group && q && expected && q !== 'question' && !/^[- ]+$/.test(q);
    return isRow ? [{ group, q: q.replaceAll('\\', ''), expected }] : [];
  });
}

/** The parts that a question expects. */
export function findExpected(parts: readonly SearchedPart[], expected: string): SearchedPart[] {
  const [kinds = '', ...conditions] = expected.split(/\s*;\s*/);
  const categories = kinds.split(' or ');
  const [extremes, others] = [true, false].map((isWanted) =>
    conditions.filter((condition) => /^(?:most|least) \w+$/.test(condition) === isWanted),
  ) as [string[], string[]];
  const tests = others.map(parseCondition);
  const matching = parts.filter(
    (part) => categories.includes(part.category) && tests.every((isMet) => isMet(part)),
  );
  return extremes.reduce(keepExtremes, matching);
}

/** Those with the greatest or least value of a field. */
function keepExtremes(parts: SearchedPart[], extreme: string): SearchedPart[] {
  const [direction, field = ''] = extreme.split(' ');
  const known = parts.filter((part) => readField(part, field) !== undefined);
  const values = known.map((part) => Number(readField(part, field)));
  const wanted = direction === 'most' ? Math.max(...values) : Math.min(...values);
  return known.filter((part) => Number(readField(part, field)) === wanted);
}

function readField(part: SearchedPart, field: string) {
  if (field === 'price') return part.price_cents / 100;
  return field === 'name' || field === 'brand' ? part[field] : part.specs[field];
}

type Test = (part: SearchedPart) => boolean;

function parseCondition(condition: string): Test {
  const [, field = '', operator = '', text = ''] = /^(\w+) (=|~|!~|<=|>=) (.+)$/.exec(condition) ?? [];
  if (!operator) throw new Error(`A condition cannot be read: ${condition}`);
  const values = text.split(' or ');
  const read = (part: SearchedPart) => readField(part, field);
  const contains = (part: SearchedPart) =>
    values.some((value) => simplify(read(part)).includes(simplify(value)));
  const tests: Record<string, Test> = {
    '=': (part) => values.some((value) => String(read(part)).toLowerCase() === value.toLowerCase()),
    '~': contains,
    '!~': (part) => !contains(part),
    '<=': (part) => Number(read(part)) <= Number(values[0]),
    '>=': (part) => Number(read(part)) >= Number(values[0]),
  };
  return tests[operator] as Test;
}

function simplify(value: unknown): string {
  return String(value ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9+.]/g, '');
}
