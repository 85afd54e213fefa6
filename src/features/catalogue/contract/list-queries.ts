/** The list query in requests to the API: search, filters, sort and page, for lists and facets. */
import { z } from 'zod';
import { fits } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilterParameters } from '#catalogue/rules/lists/filters.ts';
import { type ListQuery, parseListParameters } from '#catalogue/rules/lists/list-queries.ts';
import { listSortKeys } from '#catalogue/rules/lists/sorts.ts';
import { categories, categorySchema } from '#catalogue/rules/parts.ts';
import { searchText } from '#kernel/fields.ts';

export const filterValuesSchema = z.union([z.string(), z.array(z.string())]);

const filterFields = Object.fromEntries(
  listFilterParameters().map((parameter) => [
    parameter,
    filterValuesSchema.optional().describe(describeFilter(parameter)),
  ]),
) as Record<never, never>; // keeps the filters out of the types

export const listQueryFields = {
  q: searchText
    .optional()
    .describe(
      'names, brands, SKUs, specifications; small typing errors are forgiven; where no part has all words, those are listed that have the most of them',
    ),
  category: categorySchema.optional(),
  ...filterFields,
  sort: z
    .enum([...new Set(categories.flatMap((category) => listSortKeys(category, true)))])
    .optional()
    .describe('which of them are possible depends on the category; the best match first for a search'),
};

export const listFields = {
  ...listQueryFields,
  page: z.string().optional().describe('from 1, of `limit` parts each; a cursor is stronger'),
};

export function checkListQuery(query: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const { path, message } of readListQuery(query).problems) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
}

export function parseListQuery(query: Record<string, unknown>): ListQuery {
  return readListQuery(query).query;
}

/** The check of a request reads it, then its handler. */
function readListQuery(query: Record<string, unknown>): ReturnType<typeof parseListParameters> {
  const read = readQueries.get(query) ?? parseListParameters(toParameters(query));
  readQueries.set(query, read);
  return read;
}

const readQueries = new WeakMap<Record<string, unknown>, ReturnType<typeof parseListParameters>>();

function toParameters(query: Record<string, unknown>): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
}

function describeFilter(parameter: string): string {
  if (parameter.endsWith('-min')) return 'a filter: the least';
  if (parameter.endsWith('-max')) return 'a filter: the greatest';
  if (parameter === fits.key) return 'a filter: the ids of a build’s parts, as in GET /api/fit';
  return parameter === 'in-stock' ? 'a filter: yes' : 'a filter: one value, or several of which any will do';
}
