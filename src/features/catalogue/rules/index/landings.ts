/** Lists with one chosen filter that search engines may index: 'Ryzen 9000 processors', 'MSI graphics cards'. */
import type { Category } from '#catalogue/rules/categories.ts';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import type { Tally } from '#catalogue/rules/index/column.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import { type ChoiceFilter, price } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { type ListQuery, makeListPath } from '#catalogue/rules/lists/list-queries.ts';
import { listSorts } from '#catalogue/rules/lists/sorts.ts';
import { formatNumber } from '#kernel/words.ts';

export type Landing = { title: string; sentence: string };

type Counts = { total: number; tallies: ReadonlyMap<string, Tally> };

/** A page with fewer says little that its parts do not say themselves. */
const leastParts = 5;

/** By the keys of their filters: what people look for by name. */
const landingKeys = ['brand', 'series', 'generation', 'family'];

/** Undefined: search engines are to leave this list out. */
export function findLanding(query: ListQuery, { total, tallies }: Counts): Landing | undefined {
  const { category, q, choices, sort } = query;
  const [chosen, another] = choices;
  if (!category || q !== '' || !chosen || another || sort !== listSorts(category, false)[0]?.key)
    return undefined;
  const [key, choice] = chosen;
  const [value, further] = choice.kind === 'choice' ? choice.values : [];
  const filter = listLandingFilters(category).find((each) => each.key === key);
  if (!filter || value === undefined || further !== undefined || total < leastParts) return undefined;
  const title = `${filter.format(value)} ${categoryLabels[category].counted.plural}`;
  const cents = tallies.get(price.key);
  const prices =
    cents?.kind === 'range' && cents.min !== undefined && cents.max !== undefined
      ? `, from ${price.format(cents.min)} to ${price.format(cents.max)}`
      : '';
  return {
    title,
    sentence: `${formatNumber(total)} ${title}${prices}: compare them by ${listFacts(category, key)}.`,
  };
}

/** The paths of all of them in a category, whose counts are given without a filter. */
export function listLandingPaths(category: Category, { tallies }: Counts): string[] {
  const sort = listSorts(category, false)[0]?.key ?? '';
  return listLandingFilters(category).flatMap(({ key }) => {
    const tally = tallies.get(key);
    const counts = tally?.kind === 'choice' ? [...tally.counts] : [];
    return counts
      .filter(([, count]) => count >= leastParts)
      .map(([value]) => {
        const choices = new Map([[key, { kind: 'choice', values: [value] } as const]]);
        return makeListPath({ category, q: '', choices, sort, page: 1 });
      });
  });
}

function listLandingFilters(category: Category): ChoiceFilter[] {
  return listFilters(category).filter(
    (each): each is ChoiceFilter => each.kind === 'choice' && landingKeys.includes(each.key),
  );
}

/** 'socket, cores and price' */
function listFacts(category: Category, chosen: string): string {
  const { columns } = getListedCategory(category);
  const labels = listFilters(category)
    .filter(({ key }) => columns.includes(key) && key !== chosen)
    .slice(0, 3)
    .map(({ label }) => label.toLowerCase());
  return [...labels, price.label.toLowerCase()].join(', ').replace(/, ([^,]+)$/, ' and $1');
}
