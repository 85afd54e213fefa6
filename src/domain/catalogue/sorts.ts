/** What a list of parts can be sorted by, and how two parts compare. */
import { type Filter, type FilteredPart, filtersOf } from '#domain/catalogue/filters.ts';
import type { Category } from '#domain/parts.ts';
import { capacityInGb, pricePerGbInCents } from '#domain/specifications.ts';

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
export function sortsOf(category: Category | undefined, isSearch: boolean): Sort[] {
  const [featured, ...others] = generalSorts as [Sort, ...Sort[]];
  return [...(isSearch ? [relevance] : []), featured, ...filtersOf(category).flatMap(sortsBy), ...others];
}

/** Every sort of any list. */
export function sortKeys(categories: readonly Category[]): string[] {
  return [...new Set(categories.flatMap((category) => sortsOf(category, true).map(({ key }) => key)))];
}

/** What a part is sorted by: lesser ones come first, those that do not say come last. */
export type Place = number | string;

/** The place of a part in a list with this sort, and whether greater ones come first; equal places are the newest first. */
export function placing(category: Category | undefined, sort: string): Placing {
  const isDown = sort.endsWith('-desc');
  const key = isDown ? sort.slice(0, -'-desc'.length) : sort;
  if (key === 'price-per-gb') return { isDown, placeOf: exactPricePerGb };
  const filter = filtersOf(category).find((each) => each.key === key);
  if (filter) return { isDown, placeOf: (part) => numberOf(filter, part) };
  const placeOf = generalPlaces[key];
  return placeOf ? { isDown, placeOf } : { isDown: true, placeOf: ({ id }) => id }; // the newest first
}
export type Placing = { isDown: boolean; placeOf: (part: SortedPart) => Place | undefined };

const generalPlaces: Readonly<Record<string, Placing['placeOf'] | undefined>> = {
  featured: ({ featured_rank }) => featured_rank ?? undefined,
  name: ({ name }) => name.toLowerCase(),
  stock: ({ stock }) => stock,
};

/** Not rounded as it is shown, so that the cheaper one is first. */
function exactPricePerGb(part: SortedPart): number | undefined {
  return pricePerGbInCents(part.price_cents, capacityInGb(part.category, part.specs));
}

function numberOf(filter: Filter, part: SortedPart): number | undefined {
  if (filter.kind === 'range') return filter.valueOf(part);
  const [value] = filter.kind === 'choice' ? filter.valuesOf(part) : [];
  return value === undefined ? undefined : Number(value);
}

function sortsBy(filter: Filter): Sort[] {
  return filter.sorts.map((direction) =>
    direction === 'up'
      ? { key: filter.key, label: `${filter.label}, low to high` }
      : { key: `${filter.key}-desc`, label: `${filter.label}, high to low` },
  );
}
