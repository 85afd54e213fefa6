/** The sorts of lists of parts, and the sort keys of parts. */
import type { Category } from '#domain/catalogue/categories.ts';
import {
  computeCentsPerGb,
  type Filter,
  type FilteredPart,
  pricePerGb,
} from '#domain/catalogue/lists/filter-kinds.ts';
import { listFilters } from '#domain/catalogue/lists/filters.ts';

export type SortedPart = FilteredPart & { id: string; name: string; featured_rank: number | null };

export type Sort = { key: string; label: string };

export const relevance: Sort = { key: 'relevance', label: 'Best match' };

const generalSorts: readonly Sort[] = [
  { key: 'featured', label: 'Our choice' },
  { key: 'newest', label: 'Newest first' },
  { key: 'name', label: 'Name, A to Z' },
  { key: 'name-desc', label: 'Name, Z to A' },
  { key: 'stock', label: 'Fewest in stock' },
];

export function listSorts(category: Category | undefined, isSearch: boolean): Sort[] {
  const [featured, ...others] = generalSorts as [Sort, ...Sort[]];
  return [...(isSearch ? [relevance] : []), featured, ...listFilters(category).flatMap(makeSort), ...others];
}

export function listSortKeys(categories: readonly Category[]): string[] {
  return [...new Set(categories.flatMap((category) => listSorts(category, true).map(({ key }) => key)))];
}

/** Parts without a key come last. */
export type SortKey = number | string;

/** Among equal keys the newest part comes first. */
export function findSortOrder(category: Category | undefined, sort: string): SortOrder {
  const isDescending = sort.endsWith('-desc');
  const key = isDescending ? sort.slice(0, -'-desc'.length) : sort;
  if (key === pricePerGb.key) return { isDescending, getKey: computeCentsPerGb }; // exact, unlike the filter’s value
  const filter = listFilters(category).find((each) => each.key === key);
  if (filter) return { isDescending, getKey: (part) => readSortNumber(filter, part) };
  const getKey = generalKeys[key];
  return getKey ? { isDescending, getKey } : { isDescending: true, getKey: ({ id }) => id }; // the newest first
}
export type SortOrder = { isDescending: boolean; getKey: (part: SortedPart) => SortKey | undefined };

const generalKeys: Readonly<Record<string, SortOrder['getKey'] | undefined>> = {
  featured: ({ featured_rank }) => featured_rank ?? undefined,
  name: ({ name }) => name.toLowerCase(),
  stock: ({ stock }) => stock,
};

function readSortNumber(filter: Filter, part: SortedPart): number | undefined {
  if (filter.kind === 'range') return filter.getValue(part);
  const [value] = filter.kind === 'choice' ? filter.getValues(part) : [];
  return value === undefined ? undefined : Number(value);
}

function makeSort(filter: Filter): Sort[] {
  return filter.sorts.map((direction) =>
    direction === 'up'
      ? { key: filter.key, label: `${filter.label}, low to high` }
      : { key: `${filter.key}-desc`, label: `${filter.label}, high to low` },
  );
}
