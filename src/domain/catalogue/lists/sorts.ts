/** What a list of parts can be sorted by, and how two parts compare. */
import type { Category } from '#domain/catalogue/categories.ts';
import {
  computeCentsPerGb,
  type Filter,
  type FilteredPart,
  pricePerGb,
} from '#domain/catalogue/lists/filter-kinds.ts';
import { listFilters } from '#domain/catalogue/lists/filters.ts';

/** What must be known of a part to sort it; ids are made in the order of time. */
export type SortedPart = FilteredPart & { id: string; name: string; featured_rank: number | null };

export type Sort = { key: string; label: string };

/** By how well a part fits what is searched for; only where something is searched for. */
export const relevance: Sort = { key: 'relevance', label: 'Best match' };

const generalSorts: readonly Sort[] = [
  { key: 'featured', label: 'Our choice' },
  { key: 'newest', label: 'Newest first' },
  { key: 'name', label: 'Name, A to Z' },
  { key: 'name-desc', label: 'Name, Z to A' },
  { key: 'stock', label: 'Fewest in stock' },
];

/** The sorts of a list, in the order in which they are offered; the first is taken when none is chosen. */
export function listSorts(category: Category | undefined, isSearch: boolean): Sort[] {
  const [featured, ...others] = generalSorts as [Sort, ...Sort[]];
  return [...(isSearch ? [relevance] : []), featured, ...listFilters(category).flatMap(makeSort), ...others];
}

/** Every sort of any list. */
export function sortKeys(categories: readonly Category[]): string[] {
  return [...new Set(categories.flatMap((category) => listSorts(category, true).map(({ key }) => key)))];
}

/** What a part is sorted by: lesser ones come first, those that do not say come last. */
export type SortKey = number | string;

/** The key of a part in a list with this sort, and whether greater ones come first; among equal keys the newest is first. */
export function findSortOrder(category: Category | undefined, sort: string): SortOrder {
  const isDown = sort.endsWith('-desc');
  const key = isDown ? sort.slice(0, -'-desc'.length) : sort;
  if (key === pricePerGb.key) return { isDown, keyOf: computeCentsPerGb }; // not rounded, so that the cheaper one is first
  const filter = listFilters(category).find((each) => each.key === key);
  if (filter) return { isDown, keyOf: (part) => readSortNumber(filter, part) };
  const keyOf = generalKeys[key];
  return keyOf ? { isDown, keyOf } : { isDown: true, keyOf: ({ id }) => id }; // the newest first
}
export type SortOrder = { isDown: boolean; keyOf: (part: SortedPart) => SortKey | undefined };

const generalKeys: Readonly<Record<string, SortOrder['keyOf'] | undefined>> = {
  featured: ({ featured_rank }) => featured_rank ?? undefined,
  name: ({ name }) => name.toLowerCase(),
  stock: ({ stock }) => stock,
};

function readSortNumber(filter: Filter, part: SortedPart): number | undefined {
  if (filter.kind === 'range') return filter.valueOf(part);
  const [value] = filter.kind === 'choice' ? filter.valuesOf(part) : [];
  return value === undefined ? undefined : Number(value);
}

function makeSort(filter: Filter): Sort[] {
  return filter.sorts.map((direction) =>
    direction === 'up'
      ? { key: filter.key, label: `${filter.label}, low to high` }
      : { key: `${filter.key}-desc`, label: `${filter.label}, high to low` },
  );
}
