/** What stands above a list about its chosen filters. */
import { expect, test } from 'vitest';
import { describeChosen } from '#catalogue/rules/index/facets.ts';
import { makeListPath, parseListParameters } from '#catalogue/rules/lists/list-queries.ts';

const read = (search: string) => parseListParameters([['q', search]]).query;

test.each([
  ['case with at least four 3.5 inch bays', '3.5-inch bays: 4 or more', '/parts/case?q=case'],
  ['cpu at most 8 cores', 'Cores: 8 or less', '/parts/cpu?q=cpu'],
  ['cpu 8 to 16 cores', 'Cores: 8 to 16', '/parts/cpu?q=cpu'],
])('the limit of “%s” is one filter, and is removed as one', (search, label, path) => {
  const chosen = describeChosen(read(search));
  expect(chosen.map((each) => each.label)).toEqual([label]);
  expect(chosen.map(({ without }) => makeListPath(without))).toEqual([path]);
});
