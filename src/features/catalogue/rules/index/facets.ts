/** The facets of a list: its filters with the counts of their values. */
import type { Counts } from '#catalogue/rules/index/catalogue-index.ts';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import {
  chooseValue,
  type FilterChoice,
  type ListQuery,
  listChosenValues,
  makeRangeChoice,
  makeValuesChoice,
} from '#catalogue/rules/lists/list-queries.ts';
import { usualNumbers } from '#catalogue/rules/lists/questions/limits.ts';

type FacetLabels = { key: string; label: string; unit: string; explanation: string };
export type FacetValue = {
  value: string;
  label: string;
  /** The heading under which a long list shows it. */
  group?: string | undefined;
  count: number;
  isChosen: boolean;
};

export type Facet =
  | (FacetLabels & { kind: 'choice'; values: FacetValue[] })
  | (FacetLabels & {
      kind: 'range';
      min: number | undefined;
      max: number | undefined;
      chosenMin: number | undefined;
      chosenMax: number | undefined;
      /** The usual ones, of those within the chosen range; the chosen ones, too. */
      values: FacetValue[];
    })
  /** `value`: what the parameter is when it is chosen. */
  | (FacetLabels & { kind: 'flag'; value: string; count: number; isChosen: boolean });

export type ChosenDescription = { key: string; label: string; without: ListQuery };

export function makeFacets(query: ListQuery, counts: Counts): Facet[] {
  return listFilters(query.category).flatMap((filter): Facet[] => {
    const { key, label, unit, explanation } = filter;
    const labels = { key, label, unit, explanation };
    const tally = counts.tallies.get(key);
    const choice = query.choices.get(key);
    if (tally?.kind === 'flag') {
      const value = choice?.kind === 'build' ? choice.text : 'yes';
      return [{ ...labels, kind: 'flag', value, count: tally.count, isChosen: choice !== undefined }];
    }
    if (tally?.kind === 'range') {
      const { min, max } = tally;
      const { min: chosenMin, max: chosenMax } = choice?.kind === 'range' ? choice : noRange;
      const values = listUsualValues(filter, tally.counts, choice);
      return [{ ...labels, kind: 'range', min, max, chosenMin, chosenMax, values }];
    }
    if (tally?.kind !== 'choice' || filter.kind !== 'choice') return [];
    const chosen = listChosenValues(choice);
    const values = [...new Set([...tally.counts.keys(), ...chosen])].map((value) => ({
      value,
      label: filter.format(value),
      group: filter.getGroup?.(value),
      count: tally.counts.get(value) ?? 0,
      isChosen: chosen.includes(value),
    }));
    values.sort(filter.isNumeric ? byNumber : byLabel);
    return [{ ...labels, kind: 'choice', values: filter.isDescending ? values.reverse() : values }];
  });
}

export function describeChosen(query: ListQuery): ChosenDescription[] {
  return listFilters(query.category).flatMap((filter): ChosenDescription[] => {
    const { key, label } = filter;
    const choice = query.choices.get(key);
    if (!choice) return [];
    const chosen = listChosenValues(choice);
    const run = describeRun(filter, chosen);
    if (run) return [{ key, label: `${label}: ${run}`, without: chooseValue(query, key, undefined) }];
    const keepValues = (values: readonly string[]) =>
      choice.kind === 'range' ? makeRangeChoice({ ...choice, values }) : makeValuesChoice(values);
    const ticked = chosen.map((value) => ({
      key,
      label: `${label}: ${formatTicked(filter, value)}`,
      without: chooseValue(query, key, keepValues(chosen.filter((each) => each !== value))),
    }));
    if (choice.kind === 'choice') return ticked;
    const hasEnd = choice.kind !== 'range' || choice.min !== undefined || choice.max !== undefined;
    const without = chooseValue(query, key, makeRangeChoice({ ...noRange, values: chosen }));
    return hasEnd ? [{ key, label: describeRange(filter, choice), without }, ...ticked] : ticked;
  });
}

export function listRelaxations(
  query: ListQuery,
  { relaxations }: Counts,
): { key: string; label: string; total: number; without: ListQuery }[] {
  const filters = listFilters(query.category);
  const rows = [...relaxations].map(([key, total]) => {
    if (key === 'q') return { key, total, label: `Search: “${query.q}”`, without: withoutSearch(query) };
    if (key === 'category') return { key, total, label: 'Category', without: withoutCategory(query) };
    const label = filters.find((filter) => filter.key === key)?.label ?? key;
    return { key, total, label, without: chooseValue(query, key, undefined) };
  });
  return rows.sort((one, other) => other.total - one.total);
}

const noRange = { min: undefined, max: undefined };
const maxUsualValues = 6;

/** The values that most parts have, at least two of them, by size; and the chosen ones. */
function listUsualValues(
  filter: Filter,
  counts: ReadonlyMap<string, number> = new Map(),
  choice: FilterChoice | undefined,
): FacetValue[] {
  const { min = 0, max = Number.POSITIVE_INFINITY } = choice?.kind === 'range' ? choice : noRange;
  const usual: (readonly [value: string, count: number])[] = [];
  for (const [value, count] of counts) {
    if (count < 2 || Number(value) < min || Number(value) > max) continue;
    const place = usual.findIndex(
      ([other, otherCount]) => otherCount < count || (otherCount === count && Number(other) > Number(value)),
    );
    if (place < 0) usual.push([value, count]);
    else usual.splice(place, 0, [value, count]);
    if (usual.length > maxUsualValues) usual.pop();
  }
  const chosen = listChosenValues(choice);
  return [...new Set([...usual.map(([value]) => value), ...chosen])]
    .map((value) => ({
      value,
      label: formatTicked(filter, value),
      count: counts.get(value) ?? 0,
      isChosen: chosen.includes(value),
    }))
    .sort(byNumber);
}

/** What a limit of a search chooses is many numbers, and said as one: '4 or more'. */
function describeRun(filter: Filter, chosen: readonly string[]): string | undefined {
  const [first, last] = [chosen[0], chosen.at(-1)];
  const run = usualNumbers.filter((each) => each >= Number(first) && each <= Number(last));
  if (!first || !last || run.length < 5 || run.join() !== chosen.join()) return undefined;
  const [from, to] = [formatTicked(filter, first), formatTicked(filter, last)];
  if (Number(last) === usualNumbers.at(-1)) return `${from} or more`;
  return Number(first) === usualNumbers[0] ? `${to} or less` : `${from} to ${to}`;
}

function formatTicked(filter: Filter, value: string): string {
  if (filter.kind === 'range') return (filter.formatUsual ?? filter.format)(Number(value));
  return filter.kind === 'choice' ? filter.format(value) : value;
}

function withoutSearch(query: ListQuery): ListQuery {
  return { ...query, q: '', sort: query.sort === 'relevance' ? 'featured' : query.sort, page: 1 };
}

function withoutCategory(query: ListQuery): ListQuery {
  const common = new Set(listFilters(undefined).map(({ key }) => key));
  const choices = new Map([...query.choices].filter(([key]) => common.has(key)));
  return { ...query, category: undefined, choices, sort: query.q ? 'relevance' : 'featured', page: 1 };
}

function byNumber(one: FacetValue, other: FacetValue): number {
  return Number(one.value) - Number(other.value);
}

function byLabel(one: FacetValue, other: FacetValue): number {
  return alphabet.compare(one.label, other.label);
}

const alphabet = new Intl.Collator('en', { numeric: true });

function describeRange(filter: Filter, choice: FilterChoice): string {
  if (filter.kind !== 'range' || choice.kind !== 'range') return filter.label;
  const [min, max] = [choice.min, choice.max].map((value) => value !== undefined && filter.format(value));
  if (min && max) return `${filter.label}: ${min} to ${max}`;
  return min ? `${filter.label}: from ${min}` : `${filter.label}: up to ${max}`;
}
