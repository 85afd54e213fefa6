/** The question about parts as calls ask it: what is searched for, filters, sort and page, the same for lists and counts. */
import { z } from 'zod';
import { filterParameters } from '#domain/catalogue/lists/filters.ts';
import { type ListQuery, readListQuery } from '#domain/catalogue/lists/list-queries.ts';
import { sortKeys } from '#domain/catalogue/lists/sorts.ts';
import { categories, categorySchema } from '#domain/catalogue/parts.ts';
import { searchText } from '#domain/fields.ts';

/** A filter is a parameter of its own; what it takes depends on the category and is checked with the whole question. */
const filterFields = Object.fromEntries(
  filterParameters().map((parameter) => [
    parameter,
    z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe(describeFilter(parameter)),
  ]),
) as Record<never, never>; // so that types have the fields that calls read by name, and no others

/** The fields of a question. */
export const listQueryFields = {
  q: searchText
    .optional()
    .describe(
      'names, brands, SKUs, specifications; small typing errors are forgiven; where no part has all words, those are listed that have the most of them',
    ),
  category: categorySchema.optional(),
  ...filterFields,
};

/** The fields of a question about a list. */
export const listFields = {
  ...listQueryFields,
  sort: z
    .enum(sortKeys(categories))
    .optional()
    .describe('which of them are possible depends on the category; the best match first for a search'),
  page: z.string().optional().describe('from 1, of `limit` parts each; a cursor is stronger'),
};

/** Refuses, with a sentence at each field, what the question does not understand. */
export function checkListQuery(query: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const { path, message } of readListQuery(toParameters(query)).problems) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
}

/** The question of a query that was understood. */
export function parseListQuery(query: Record<string, unknown>): ListQuery {
  return readListQuery(toParameters(query)).question;
}

function toParameters(query: Record<string, unknown>): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
}

function describeFilter(parameter: string): string {
  if (parameter.endsWith('-min')) return 'a filter: the least';
  if (parameter.endsWith('-max')) return 'a filter: the greatest';
  return parameter === 'in-stock' ? 'a filter: yes' : 'a filter: one value, or several of which any will do';
}
