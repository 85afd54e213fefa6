/** What a list of parts can be filtered by: one definition a filter, from which addresses, calls, counts and labels follow. */
import { type Category, definitions } from '#domain/catalogue/categories.ts';
import { brand, type Filter, inStock, price, pricePerGb } from '#domain/catalogue/lists/filter-kinds.ts';

/** The filters of every list; where no category is chosen, there are no others. */
export const commonFilters: readonly Filter[] = [brand, price, inStock];

const filtersByCategory = new Map<Category, readonly Filter[]>(
  definitions.map(({ id, filters, isPricedByCapacity }) => [
    id,
    [brand, price, ...(isPricedByCapacity ? [pricePerGb] : []), inStock, ...filters],
  ]),
);

/** The filters of a category in the order in which they are shown and stand in addresses; without one, the common ones. */
export function listFilters(category: Category | undefined): readonly Filter[] {
  return (category && filtersByCategory.get(category)) ?? commonFilters;
}

/** Every parameter that a filter of any category has. */
export function filterParameters(): string[] {
  const parameters = [...filtersByCategory.values()].flatMap((filters) => filters.flatMap(listParameters));
  return [...new Set(parameters)].sort();
}

/** A filter's parameters: a range has two. */
export function listParameters(filter: Filter): string[] {
  return filter.kind === 'range' ? [`${filter.key}-min`, `${filter.key}-max`] : [filter.key];
}
