/** The facts that a list of parts shows in columns: those that its kind is compared by, without what nearly all parts of the list share. */
import type { Category } from '#catalogue/rules/categories.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import type { ChoiceFilter, FilteredPart, RangeFilter } from '#catalogue/rules/lists/filter-kinds.ts';
import { describeSpecification } from '#catalogue/rules/specifications.ts';

/** `values`: of each part; undefined: not known. */
export type ListedColumn = { filter: ChoiceFilter | RangeFilter; values: (string | undefined)[] };

export type ListedFact = { label: string; value: string };

/** Of a list of one category. */
export function listColumns(category: Category, parts: readonly FilteredPart[]): ListedColumn[] {
  return listColumnFilters(category)
    .map((filter) => ({ filter, values: parts.map((part) => readValue(filter, part)) }))
    .filter(({ values }) => isKnownOften(values) && !isShared(values));
}

/** Of a part, in the order of its category's columns, without those that are not known. */
export function listFacts(part: FilteredPart & { category: Category }): ListedFact[] {
  const filters = listColumnFilters(part.category);
  if (filters.length === 0) return describeSpecification(part.category, part.specs);
  return filters.flatMap((filter) => {
    const value = readValue(filter, part);
    return value === undefined ? [] : [{ label: filter.label, value }];
  });
}

/** By the number of the value where it has one: 'DDR5-6000' contains '6000 MT/s', and 'Ryzen 5 9600' no 6 cores. */
export function isInName(name: string, value: string): boolean {
  const [number] = /^\d+(\.\d+)?/.exec(value) ?? [];
  return number === undefined ? name.includes(value) : new Set(name.match(/\d+(\.\d+)?/g)).has(number);
}

function listColumnFilters(category: Category): (ChoiceFilter | RangeFilter)[] {
  const { columns, filters } = getListedCategory(category);
  return columns.flatMap(
    (key) =>
      filters.find(
        (filter): filter is ChoiceFilter | RangeFilter =>
          filter.key === key && (filter.kind === 'choice' || filter.kind === 'range'),
      ) ?? [],
  );
}

function readValue(filter: ChoiceFilter | RangeFilter, part: FilteredPart): string | undefined {
  if (filter.kind === 'choice') return filter.getValues(part).map(filter.format).join(', ') || undefined;
  const value = filter.getValue(part);
  return value === undefined ? undefined : filter.format(value);
}

/** A column that says 'not known' again and again helps nobody. */
const minKnownFraction = 0.25;

function isKnownOften(values: readonly (string | undefined)[]): boolean {
  const knownCount = values.filter((value) => value !== undefined).length;
  return knownCount > 0 && knownCount >= minKnownFraction * values.length;
}

/** Fewer parts are compared by all that is known of them. */
const minSharingParts = 4;
const sharedFraction = 0.9;

function isShared(values: readonly (string | undefined)[]): boolean {
  const known = values.filter((value) => value !== undefined);
  if (values.length < minSharingParts) return false;
  const counts = [...Map.groupBy(known, (value) => value).values()].map(({ length }) => length);
  return Math.max(...counts) >= sharedFraction * values.length;
}
