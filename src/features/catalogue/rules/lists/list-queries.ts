/** List queries: parsed from an address or an API request, and formatted as the canonical address. */
import type { BuildPart } from '#catalogue/rules/facts/facts.ts';
import { readDecimalComma } from '#catalogue/rules/import/import-values.ts';
import { formatBuild, newBuild, parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import type { ChoiceFilter, Filter, RangeFilter } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilterParameters, listFilters, listParameters } from '#catalogue/rules/lists/filters.ts';
import { readQuestion } from '#catalogue/rules/lists/questions.ts';
import { listSortKeys, listSorts, relevance } from '#catalogue/rules/lists/sorts.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import { isStorable } from '#kernel/fields.ts';
import * as paths from '#kernel/paths.ts';
import type { FieldError } from '#kernel/refusals.ts';
import { maxSearchLength } from '#kernel/words.ts';

export type FilterChoice =
  | { kind: 'choice'; values: readonly string[] }
  /** `values`: any of these, of those within the range. */
  | { kind: 'range'; min: number | undefined; max: number | undefined; values?: readonly string[] }
  | { kind: 'flag' }
  /** `parts`: of those that `text` names, what is on sale; undefined until they are read. */
  | { kind: 'build'; text: string; parts?: readonly BuildPart[] };

export type ListQuery = {
  category: Category | undefined;
  q: string;
  choices: ReadonlyMap<string, FilterChoice>;
  sort: string;
  page: number;
  /** The end of `q`: limits of which the shop knows no fact. */
  notUnderstood?: string;
  /** What `q` says in the words of parts, where it has words of another language. */
  meaning?: string;
};

export type Parameters = Iterable<readonly [string, string]>;

/** `unread`: what was typed as an end of a range, where it is no amount: the beginning of it. */
export type ListProblem = FieldError & { unread?: string };

const maxValues = 50;
const maxPage = 1_000_000;
const maxUnreadLength = 40;

/**
 * Describes in `problems` what is invalid: the API refuses these. Pages refuse those of the search; of the others, they
 * read amounts as people write them, swap the ends of a reversed range, say what is no amount, and skip the rest.
 */
export function parseListParameters(
  parameters: Parameters,
  category?: Category,
): { query: ListQuery; problems: ListProblem[] } {
  const values = collectValues(parameters);
  const problems: ListProblem[] = [];
  const addProblem: AddProblem = (path, message, unread) => {
    problems.push({ path, message, ...(unread !== undefined && { unread }) });
    return undefined;
  };
  const getSingle = (key: string) => {
    const [value, another] = values.get(key) ?? [];
    return another === undefined ? value : addProblem(key, 'Only one value is possible here');
  };

  const search = readSearch(getSingle('q'), addProblem);
  const question = readQuestion(search, category ?? readCategory(getSingle('category'), addProblem));
  const { text, typed, category: chosenCategory, notUnderstood } = question;
  const q = typed ?? text;
  const choices = new Map<string, FilterChoice>();
  for (const filter of listFilters(chosenCategory)) {
    const choice = readFilter(filter, values, getSingle, addProblem);
    if (choice) choices.set(filter.key, choice);
  }
  for (const [key, range] of question.ranges) {
    if (!choices.has(key)) choices.set(key, { kind: 'range', ...range });
  }
  for (const [key, chosen] of question.values) {
    if (!choices.has(key)) choices.set(key, { kind: 'choice', values: chosen });
  }
  refuseUnknownParameters(values, chosenCategory, addProblem);
  const sorts = listSortKeys(chosenCategory, q !== '');
  const page = readPage(getSingle('page'), addProblem);
  const sort = readSort(readSortKey(getSingle('sort'), search, q) ?? question.sort, sorts, addProblem);
  const query = { category: chosenCategory, q, choices, sort, page };
  const meanings = { ...(notUnderstood && { notUnderstood }), ...(typed && { meaning: text }) };
  return { query: { ...query, ...meanings }, problems };
}

export function findSearchProblem(problems: readonly FieldError[]): string | undefined {
  return problems.find(({ path }) => path === 'q')?.message;
}

export function formatListQuery(query: ListQuery, { hasCategory = true } = {}): URLSearchParams {
  const { category, q, choices, sort, page } = query;
  const parameters = new URLSearchParams();
  if (category && hasCategory) parameters.set('category', category);
  if (q) parameters.set('q', q);
  for (const filter of listFilters(category)) {
    const choice = choices.get(filter.key);
    if (choice?.kind === 'flag') parameters.set(filter.key, 'yes');
    if (choice?.kind === 'build') parameters.set(filter.key, choice.text);
    for (const value of listChosenValues(choice)) parameters.append(filter.key, value);
    if (choice?.kind === 'range') {
      if (choice.min !== undefined) parameters.set(`${filter.key}-min`, String(choice.min));
      if (choice.max !== undefined) parameters.set(`${filter.key}-max`, String(choice.max));
    }
  }
  if (sort !== listSorts(category, q !== '')[0]?.key) parameters.set('sort', sort);
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

export function makeListPath(query: ListQuery): string {
  const path = query.category ? paths.category(query.category) : paths.parts;
  const parameters = formatListQuery(query, { hasCategory: false }).toString();
  return parameters ? `${path}?${parameters}` : path;
}

export function listChosenValues(choice: FilterChoice | undefined): readonly string[] {
  return choice?.kind === 'choice' || choice?.kind === 'range' ? (choice.values ?? []) : [];
}

type Range = { min: number | undefined; max: number | undefined; values?: readonly string[] };

/** Undefined: nothing is chosen. */
export function makeRangeChoice({ min, max, values = [] }: Range): FilterChoice | undefined {
  if (values.length > 0) return { kind: 'range', min, max, values };
  return min === undefined && max === undefined ? undefined : { kind: 'range', min, max };
}

/** Undefined: nothing is chosen. */
export function makeValuesChoice(values: readonly string[]): FilterChoice | undefined {
  return values.length > 0 ? { kind: 'choice', values } : undefined;
}

export function chooseValue(query: ListQuery, key: string, choice: FilterChoice | undefined): ListQuery {
  const choices = new Map(query.choices);
  if (choice) choices.set(key, choice);
  else choices.delete(key);
  return { ...query, choices, page: 1 };
}

/** Without the best match when all words of the search have become filters: no word is left to match. */
function readSortKey(sort: string | undefined, search: string, words: string): string | undefined {
  return sort === relevance.key && search !== '' && words === '' ? undefined : sort;
}

type AddProblem = (path: string, message: string, unread?: string) => undefined;

function collectValues(parameters: Parameters): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [key, untrimmed] of parameters) {
    const value = untrimmed.trim();
    if (value === '') continue; // forms send empty fields, too
    const known = values.get(key);
    if (!known) values.set(key, [value]);
    else if (!known.includes(value)) known.push(value);
  }
  return values;
}

function readCategory(value: string | undefined, addProblem: AddProblem): Category | undefined {
  const category = categories.find((each) => each === value);
  if (value !== undefined && !category) {
    addProblem('category', `One of these is possible: ${categories.join(', ')}`);
  }
  return category;
}

function readSearch(value: string | undefined, addProblem: AddProblem): string {
  if (value === undefined) return '';
  if (!isStorable(value)) return addProblem('q', 'This text contains characters that cannot be stored') ?? '';
  if (value.length > maxSearchLength) {
    return addProblem('q', `At most ${maxSearchLength} characters are possible`) ?? '';
  }
  return value.replace(/\s+/g, ' ');
}

function readFilter(
  filter: Filter,
  values: Map<string, string[]>,
  getSingle: (key: string) => string | undefined,
  addProblem: AddProblem,
): FilterChoice | undefined {
  const { key } = filter;
  if (filter.kind === 'build') return readBuild(key, getSingle(key), addProblem);
  if (filter.kind === 'flag') {
    const value = getSingle(key);
    if (value !== undefined && value !== 'yes') return addProblem(key, 'Only “yes” is possible here');
    return value && { kind: 'flag' };
  }
  if (filter.kind === 'range') {
    const min = readNumber(`${key}-min`, getSingle(`${key}-min`), addProblem);
    const max = readNumber(`${key}-max`, getSingle(`${key}-max`), addProblem);
    const usual = filter.formatUsual ? readValues(filter, values.get(key) ?? [], addProblem) : [];
    if (min !== undefined && max !== undefined && min > max) {
      addProblem(`${key}-max`, 'The greatest value must not be less than the least');
      return makeRangeChoice({ min: max, max: min, values: usual });
    }
    return makeRangeChoice({ min, max, values: usual });
  }
  return makeValuesChoice(readValues(filter, values.get(key) ?? [], addProblem));
}

function readValues(
  filter: ChoiceFilter | RangeFilter,
  requested: readonly string[],
  addProblem: AddProblem,
): string[] {
  const { key } = filter;
  if (requested.length > maxValues) return addProblem(key, `At most ${maxValues} values are possible`) ?? [];
  const isNumeric = filter.kind === 'range' || filter.isNumeric;
  const possible = filter.kind === 'choice' ? filter.values : undefined;
  const chosen = requested.flatMap((value) => {
    if (possible && !possible.includes(value)) {
      return addProblem(key, `One of these is possible: ${possible.join(', ')}`) ?? [];
    }
    if (!isNumeric) return isStorable(value) && value.length <= 60 ? [value] : noValue(key, addProblem);
    return number.test(value) ? [String(Number(value))] : (addProblem(key, 'A number is needed here') ?? []);
  });
  return [...new Set(chosen)].sort(isNumeric ? (one, other) => Number(one) - Number(other) : undefined);
}

function readBuild(key: string, value: string | undefined, addProblem: AddProblem): FilterChoice | undefined {
  if (value === undefined) return undefined;
  const { entries, unreadable, budget } = parseBuild(value);
  if (unreadable.length > 0) addProblem(key, 'Ids of parts are needed here, separated by commas');
  const text = formatBuild(entries, budget);
  return text !== '' || value === newBuild ? { kind: 'build', text: text || newBuild } : undefined;
}

const number = /^\d{1,9}(\.\d{1,6})?$/;

function noValue(key: string, addProblem: AddProblem): string[] {
  return addProblem(key, 'At most 60 characters that can be stored are possible') ?? [];
}

function readNumber(key: string, value: string | undefined, addProblem: AddProblem): number | undefined {
  if (value === undefined) return undefined;
  if (number.test(value)) return Number(value);
  const amount = readAmount(value);
  const isAmount = number.test(amount);
  const unread = Array.from(value.replace(/\p{Cc}/gu, ''))
    .slice(0, maxUnreadLength)
    .join('')
    .trim();
  addProblem(key, 'A number, not below 0, is needed here', isAmount ? undefined : unread);
  return isAmount ? Number(amount) : undefined;
}

/** '$1,299.00', '1 299' and '1.299,00 €' as plain numbers; of '1,299' the comma separates thousands. */
function readAmount(text: string): string {
  const amount = text.replace(/usd?|[$€£'’\s]/gi, '');
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(amount)) return amount.replaceAll(',', '');
  // without a sign it is a plain number
  if (amount !== text && /^[1-9]\d{0,2}(\.\d{3})+$/.test(amount)) return amount.replaceAll('.', '');
  return readDecimalComma(amount);
}

function readPage(value: string | undefined, addProblem: AddProblem): number {
  if (value === undefined) return 1;
  return parsePageNumber(value) ?? addProblem('page', 'A whole number from 1 is needed here') ?? 1;
}

/** Undefined for what names no page. */
export function parsePageNumber(value: string | null): number | undefined {
  const page = /^[1-9]\d{0,6}$/.test(value ?? '') ? Number(value) : Number.NaN;
  return page <= maxPage ? page : undefined;
}

function readSort(value: string | undefined, keys: readonly string[], addProblem: AddProblem): string {
  const [first = 'featured'] = keys;
  if (value === undefined || keys.includes(value)) return value ?? first;
  return addProblem('sort', `This list can be sorted by ${keys.join(', ')}`) ?? first;
}

/** A filter of another category would have no effect; refusing it shows the mistake. */
function refuseUnknownParameters(
  values: Map<string, string[]>,
  category: Category | undefined,
  addProblem: AddProblem,
) {
  const known = parametersByCategory.get(category);
  for (const key of values.keys()) {
    if (known?.has(key) || !allParameters.has(key)) continue;
    addProblem(
      key,
      category ? `Parts of the category ${category} have no such filter` : 'This filter needs a category',
    );
  }
}

const parametersByCategory = new Map(
  [undefined, ...categories].map((category) => [
    category,
    new Set(listFilters(category).flatMap(listParameters)),
  ]),
);
const allParameters = new Set(listFilterParameters());
