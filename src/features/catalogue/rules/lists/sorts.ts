/** The sorts of lists of parts, and the sort keys of parts. */
import type { Category } from '#catalogue/rules/categories.ts';
import {
  computeCentsPerGb,
  type Filter,
  type FilteredPart,
  pricePerGb,
} from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import type { PrecedencePart } from '#catalogue/rules/lists/precedence.ts';

export type SortedPart = FilteredPart & PrecedencePart & { name: string; created_at: Date };

export type Sort = { key: string; label: string };

export const relevance: Sort = { key: 'relevance', label: 'Best match' };

const generalSorts: readonly Sort[] = [
  { key: 'featured', label: 'Recommended' },
  { key: 'bought', label: 'Most bought' },
  { key: 'newest', label: 'Newest first' },
  { key: 'name', label: 'Name, A to Z' },
  { key: 'name-desc', label: 'Name, Z to A' },
];

/** For lists of administrators; buyers are not offered it. */
const stockSort: Sort = { key: 'stock', label: 'Fewest in stock' };

export function listSorts(category: Category | undefined, isSearch: boolean): Sort[] {
  const [featured, ...others] = generalSorts as [Sort, ...Sort[]];
  return [...(isSearch ? [relevance] : []), featured, ...listFilters(category).flatMap(makeSort), ...others];
}

/** The keys of all sorts that a list accepts, the default first. */
export function listSortKeys(category: Category | undefined, isSearch: boolean): string[] {
  return [...listSorts(category, isSearch), stockSort].map(({ key }) => key);
}

/** Parts without a key come last. */
export type SortKey = number | string;

/** Among equal keys the precedence decides. */
export function findSortOrder(category: Category | undefined, sort: string): SortOrder {
  const isDescending = sort.endsWith('-desc');
  const key = isDescending ? sort.slice(0, -'-desc'.length) : sort;
  if (key === pricePerGb.key) return { isDescending, getKey: computeCentsPerGb }; // exact, unlike the filter’s value
  const filter = listFilters(category).find((each) => each.key === key);
  if (filter) return { isDescending, getKey: (part) => readSortNumber(filter, part) };
  if (key === 'bought') return { isDescending: true, getKey: (part) => part.sales_points };
  const getKey = generalKeys[key];
  return getKey
    ? { isDescending, getKey }
    : { isDescending: true, getKey: ({ created_at }) => created_at.getTime() }; // the newest first
}

export type SortOrder = { isDescending: boolean; getKey: (part: SortedPart) => SortKey | undefined };

const generalKeys: Readonly<Record<string, SortOrder['getKey'] | undefined>> = {
  featured: ({ featured_rank }) => featured_rank ?? undefined,
  name: ({ name }) => name.toLowerCase(),
  stock: ({ stock }) => stock,
};

function readSortNumber(filter: Filter, part: SortedPart): number | undefined {
  if (filter.getSortKey) return filter.getSortKey(part);
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
