/** The filters of a list with their counts, as a buyer reads them. */
import type { Counts } from '#domain/catalogue/index/catalogue-index.ts';
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import { listFilters } from '#domain/catalogue/lists/filters.ts';
import { type Chosen, chooseValue, type ListQuery } from '#domain/catalogue/lists/list-queries.ts';

type Described = { key: string; label: string; unit: string; explanation: string };
export type FacetValue = { value: string; label: string; count: number; isChosen: boolean };

export type Facet =
  | (Described & { kind: 'choice'; values: FacetValue[] })
  | (Described & {
      kind: 'range';
      /** The least and the greatest there is; missing where no part says. */
      min: number | undefined;
      max: number | undefined;
      chosenMin: number | undefined;
      chosenMax: number | undefined;
    })
  | (Described & { kind: 'flag'; count: number; isChosen: boolean });

/** Something that is chosen, in words, and the question without it. */
export type ChosenDescription = { key: string; label: string; without: ListQuery };

/**
 * The facets of the question's list in their order. Values that no part has are left out, unless they are chosen;
 * numbers stand in their order, words in that of the alphabet.
 */
export function makeFacets(question: ListQuery, counts: Counts): Facet[] {
  return listFilters(question.category).flatMap((filter): Facet[] => {
    const { key, label, unit, explanation } = filter;
    const described = { key, label, unit, explanation };
    const tally = counts.tallies.get(key);
    const choice = question.chosen.get(key);
    if (tally?.kind === 'flag') {
      return [{ ...described, kind: 'flag', count: tally.count, isChosen: choice !== undefined }];
    }
    if (tally?.kind === 'range') {
      const { min, max } = tally;
      const { min: chosenMin, max: chosenMax } = choice?.kind === 'range' ? choice : nothing;
      return [{ ...described, kind: 'range', min, max, chosenMin, chosenMax }];
    }
    if (tally?.kind !== 'choice' || filter.kind !== 'choice') return [];
    const chosen = choice?.kind === 'choice' ? choice.values : [];
    const values = [...new Set([...tally.counts.keys(), ...chosen])].map((value) => ({
      value,
      label: filter.format(value),
      count: tally.counts.get(value) ?? 0,
      isChosen: chosen.includes(value),
    }));
    return [{ ...described, kind: 'choice', values: values.sort(filter.isNumeric ? byNumber : byLabel) }];
  });
}

/** Everything that is chosen, value by value, so that each can be taken back alone. */
export function describeChosen(question: ListQuery): ChosenDescription[] {
  return listFilters(question.category).flatMap((filter): ChosenDescription[] => {
    const { key, label } = filter;
    const choice = question.chosen.get(key);
    if (!choice) return [];
    if (choice.kind !== 'choice' || filter.kind !== 'choice') {
      return [{ key, label: describeRange(filter, choice), without: chooseValue(question, key, undefined) }];
    }
    return choice.values.map((value) => {
      const values = choice.values.filter((each) => each !== value);
      const rest: Chosen | undefined = values.length > 0 ? { kind: 'choice', values } : undefined;
      return { key, label: `${label}: ${filter.format(value)}`, without: chooseValue(question, key, rest) };
    });
  });
}

/** What would help when nothing was found: each thing by itself, that which gives most first. */
export function listRelaxations(
  question: ListQuery,
  { relaxations }: Counts,
): { key: string; label: string; total: number; without: ListQuery }[] {
  const filters = listFilters(question.category);
  const described = [...relaxations].map(([key, total]) => {
    if (key === 'q')
      return { key, total, label: `Search: “${question.q}”`, without: withoutSearch(question) };
    if (key === 'category') return { key, total, label: 'Category', without: withoutCategory(question) };
    const label = filters.find((filter) => filter.key === key)?.label ?? key;
    return { key, total, label, without: chooseValue(question, key, undefined) };
  });
  return described.sort((one, other) => other.total - one.total);
}

const nothing = { min: undefined, max: undefined };

/** The search goes, and with it the order by how well parts fit it. */
function withoutSearch(question: ListQuery): ListQuery {
  return { ...question, q: '', sort: question.sort === 'relevance' ? 'featured' : question.sort, page: 1 };
}

function withoutCategory(question: ListQuery): ListQuery {
  const common = new Set(listFilters(undefined).map(({ key }) => key));
  const chosen = new Map([...question.chosen].filter(([key]) => common.has(key)));
  return { ...question, category: undefined, chosen, sort: question.q ? 'relevance' : 'featured', page: 1 };
}

function byNumber(one: FacetValue, other: FacetValue): number {
  return Number(one.value) - Number(other.value);
}

function byLabel(one: FacetValue, other: FacetValue): number {
  return alphabet.compare(one.label, other.label);
}

const alphabet = new Intl.Collator('en', { numeric: true });

function describeRange(filter: Filter, choice: Chosen): string {
  if (filter.kind !== 'range' || choice.kind !== 'range') return filter.label;
  const [min, max] = [choice.min, choice.max].map((value) => value !== undefined && filter.format(value));
  if (min && max) return `${filter.label}: ${min} to ${max}`;
  return min ? `${filter.label}: from ${min}` : `${filter.label}: up to ${max}`;
}
