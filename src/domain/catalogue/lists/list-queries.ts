/** The question that a list of parts answers: read from an address or a call, and written as the one address it has. */
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import { filterParameters, listFilters, listParameters } from '#domain/catalogue/lists/filters.ts';
import { listSorts } from '#domain/catalogue/lists/sorts.ts';
import { type Category, categories } from '#domain/catalogue/parts.ts';
import { isStorable, maxSearchLength } from '#domain/fields.ts';
import { paths } from '#domain/paths.ts';
import type { FieldError } from '#domain/refusals.ts';

export type Chosen =
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'range'; min: number | undefined; max: number | undefined }
  | { kind: 'flag' };

export type ListQuery = {
  category: Category | undefined;
  /** What is searched for; empty: nothing is. */
  q: string;
  /** What is chosen of the category's filters, by their keys. */
  chosen: ReadonlyMap<string, Chosen>;
  /** One of the category's sorts. */
  sort: string;
  /** From 1. */
  page: number;
};

/** Pairs of a parameter and a value, as `URLSearchParams` has them; a parameter may come several times. */
export type Parameters = Iterable<readonly [string, string]>;

const maxValues = 50;
const maxPage = 1_000_000;

/**
 * Reads a question. What cannot be understood is left out of it and named in `problems`, a sentence each: calls refuse
 * them, pages go on without. A category from the path is given apart; unknown parameters are none of ours.
 */
export function readListQuery(
  parameters: Parameters,
  category?: Category,
): { question: ListQuery; problems: FieldError[] } {
  const values = collect(parameters);
  const problems: FieldError[] = [];
  const complain = (path: string, message: string) => {
    problems.push({ path, message });
    return undefined;
  };
  const one = (key: string) => {
    const [value, another] = values.get(key) ?? [];
    return another === undefined ? value : complain(key, 'Only one value is possible here');
  };

  const chosenCategory = category ?? readCategory(one('category'), complain);
  const q = readSearch(one('q'), complain);
  const chosen = new Map<string, Chosen>();
  for (const filter of listFilters(chosenCategory)) {
    const read = readFilter(filter, values, one, complain);
    if (read) chosen.set(filter.key, read);
  }
  refuseUnknownParameters(values, chosenCategory, complain);
  const sorts = listSorts(chosenCategory, q !== '');
  const page = readPage(one('page'), complain);
  const sort = readSort(one('sort'), sorts, complain);
  return { question: { category: chosenCategory, q, chosen, sort, page }, problems };
}

/** The question's parameters in their one order, without what goes without saying. */
export function writeListQuery(question: ListQuery, { hasCategory = true } = {}): URLSearchParams {
  const { category, q, chosen, sort, page } = question;
  const written = new URLSearchParams();
  if (category && hasCategory) written.set('category', category);
  if (q) written.set('q', q);
  for (const filter of listFilters(category)) {
    const choice = chosen.get(filter.key);
    if (choice?.kind === 'flag') written.set(filter.key, 'yes');
    if (choice?.kind === 'choice') for (const value of choice.values) written.append(filter.key, value);
    if (choice?.kind === 'range') {
      if (choice.min !== undefined) written.set(`${filter.key}-min`, String(choice.min));
      if (choice.max !== undefined) written.set(`${filter.key}-max`, String(choice.max));
    }
  }
  if (sort !== listSorts(category, q !== '')[0]?.key) written.set('sort', sort);
  if (page > 1) written.set('page', String(page));
  return written;
}

/** The address of the page that answers the question. */
export function makeListPath(question: ListQuery): string {
  const path = question.category ? paths.category(question.category) : paths.parts;
  const query = writeListQuery(question, { hasCategory: false }).toString();
  return query ? `${path}?${query}` : path;
}

/** The same question with something else chosen of a filter, or nothing; back on the first page. */
export function chooseValue(question: ListQuery, key: string, choice: Chosen | undefined): ListQuery {
  const chosen = new Map(question.chosen);
  if (choice) chosen.set(key, choice);
  else chosen.delete(key);
  return { ...question, chosen, page: 1 };
}

type AddProblem = (path: string, message: string) => undefined;

function collect(parameters: Parameters): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [key, given] of parameters) {
    const value = given.trim();
    if (value === '') continue; // forms send the fields that were left empty, too
    const earlier = values.get(key);
    if (!earlier) values.set(key, [value]);
    else if (!earlier.includes(value)) earlier.push(value);
  }
  return values;
}

function readCategory(value: string | undefined, complain: AddProblem): Category | undefined {
  const category = categories.find((each) => each === value);
  if (value !== undefined && !category) {
    complain('category', `One of these is possible: ${categories.join(', ')}`);
  }
  return category;
}

function readSearch(value: string | undefined, complain: AddProblem): string {
  if (value === undefined) return '';
  if (!isStorable(value)) return complain('q', 'This text contains characters that cannot be stored') ?? '';
  if (value.length > maxSearchLength) {
    return complain('q', `At most ${maxSearchLength} characters are possible`) ?? '';
  }
  return value.replace(/\s+/g, ' ');
}

function readFilter(
  filter: Filter,
  values: Map<string, string[]>,
  one: (key: string) => string | undefined,
  complain: AddProblem,
): Chosen | undefined {
  const { key } = filter;
  if (filter.kind === 'flag') {
    const value = one(key);
    if (value !== undefined && value !== 'yes') return complain(key, 'Only “yes” is possible here');
    return value && { kind: 'flag' };
  }
  if (filter.kind === 'range') {
    const min = readNumber(`${key}-min`, one(`${key}-min`), complain);
    const max = readNumber(`${key}-max`, one(`${key}-max`), complain);
    if (min === undefined && max === undefined) return undefined;
    if (min !== undefined && max !== undefined && min > max) {
      return complain(`${key}-max`, 'The greatest value must not be less than the least');
    }
    return { kind: 'range', min, max };
  }
  const given = values.get(key) ?? [];
  if (given.length > maxValues) return complain(key, `At most ${maxValues} values are possible`);
  const chosen = given.flatMap((value) => {
    if (!filter.isNumeric) return isStorable(value) && value.length <= 60 ? [value] : noValue(key, complain);
    return number.test(value) ? [String(Number(value))] : (complain(key, 'A number is needed here') ?? []);
  });
  if (chosen.length === 0) return undefined;
  return { kind: 'choice', values: [...new Set(chosen)].sort(filter.isNumeric ? byNumber : undefined) };
}

const number = /^\d{1,9}(\.\d{1,6})?$/;

function byNumber(one: string, other: string): number {
  return Number(one) - Number(other);
}

function noValue(key: string, complain: AddProblem): string[] {
  return complain(key, 'At most 60 characters that can be stored are possible') ?? [];
}

function readNumber(key: string, value: string | undefined, complain: AddProblem): number | undefined {
  if (value === undefined) return undefined;
  return number.test(value) ? Number(value) : complain(key, 'A number, not below 0, is needed here');
}

function readPage(value: string | undefined, complain: AddProblem): number {
  if (value === undefined) return 1;
  const page = /^[1-9]\d{0,6}$/.test(value) ? Number(value) : Number.NaN;
  return page <= maxPage ? page : (complain('page', 'A whole number from 1 is needed here') ?? 1);
}

function readSort(
  value: string | undefined,
  sorts: readonly { key: string }[],
  complain: AddProblem,
): string {
  const known = sorts.map(({ key }) => key);
  const [first = 'featured'] = known;
  if (value === undefined || known.includes(value)) return value ?? first;
  return complain('sort', `This list can be sorted by ${known.join(', ')}`) ?? first;
}

/** A filter of another category would silently do nothing, which nobody means who sends it. */
function refuseUnknownParameters(
  values: Map<string, string[]>,
  category: Category | undefined,
  complain: AddProblem,
) {
  const own = ownParameters.get(category);
  for (const key of values.keys()) {
    if (own?.has(key) || !allParameters.has(key)) continue;
    complain(
      key,
      category ? `Parts of the category ${category} have no such filter` : 'This filter needs a category',
    );
  }
}

const ownParameters = new Map(
  [undefined, ...categories].map((category) => [
    category,
    new Set(listFilters(category).flatMap(listParameters)),
  ]),
);
const allParameters = new Set(filterParameters());
