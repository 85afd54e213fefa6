/** The filters of each list of parts; addresses, the API, counts and labels follow from them. */
import type { Category } from '#catalogue/rules/categories.ts';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import {
  brand,
  type Filter,
  fits,
  inStock,
  price,
  pricePerGb,
  rating,
} from '#catalogue/rules/lists/filter-kinds.ts';

export const commonFilters: readonly Filter[] = [price, brand, rating, inStock];

const filtersByCategory = new Map<Category, readonly Filter[]>(
  listedCategories.map(({ id, filters, isPricedByCapacity, readFitFacts }) => [
    id,
    [
      ...(readFitFacts ? [fits] : []),
      price,
      ...(isPricedByCapacity ? [pricePerGb] : []),
      ...filters,
      ...[brand, rating, inStock],
    ],
  ]),
);

export function listFilters(category: Category | undefined): readonly Filter[] {
  return (category && filtersByCategory.get(category)) ?? commonFilters;
}

export function listFilterParameters(): string[] {
  const parameters = [...filtersByCategory.values()].flatMap((filters) => filters.flatMap(listParameters));
  return [...new Set(parameters)].sort();
}

export function listParameters(filter: Filter): string[] {
  if (filter.kind !== 'range') return [filter.key];
  return [...(filter.formatUsual ? [filter.key] : []), `${filter.key}-min`, `${filter.key}-max`];
}
