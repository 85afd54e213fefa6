/** A list for a build beside lists with other filters: 60,000 made processors in one category, in the catalogue index. */
import type { BuildPart } from '#catalogue/rules/facts/facts.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import type { FilterChoice, ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { makeFitColumn } from '#fit/rules/fit-column.ts';
import { givenCatalogueIndex, givenIndexedPart } from '../tests/support/given-indexed-part.ts';
import { makeParts } from './made-parts.ts';
import { computeMedian } from './measure.ts';

const partCount = 60_000;
const repeats = 60;
/** As `features/catalogue/database/catalogue-index.ts` has it. */
const settledValues = 100;
const category = 'cpu';

const board = (socket: string, chipset: string): readonly BuildPart[] => [
  {
    part: {
      kind: 'Motherboard',
      id: socket,
      name: `Testco ${chipset}`,
      socket,
      chipset,
      memoryGeneration: 5,
      formFactor: 'ATX',
    },
    quantity: 1,
  },
];

export async function benchFittingLists(): Promise<string> {
  const index = givenCatalogueIndex(makeFitColumn);
  for (const [number, part] of makeParts(partCount, 1, [category]).entries())
    index.put(givenIndexedPart({ ...part, number }));
  const choices: readonly [string, string, FilterChoice][] = [
    ['fits', 'fits a board of AM5', { kind: 'build', text: '', parts: board('AM5', 'B650') }],
    ['brand', 'brand', { kind: 'choice', values: ['Quartz'] }],
    ['socket', 'socket', { kind: 'choice', values: ['AM5'] }],
    ['cores', 'cores', { kind: 'choice', values: ['8'] }],
    ['tdp', 'design power', { kind: 'range', min: 60, max: 125 }],
    ['price', 'price', { kind: 'range', min: 100, max: 300 }],
    ['graphics', 'with graphics', { kind: 'flag' }],
  ];
  const known = new Set(listFilters(category).map(({ key }) => key));
  const rows = choices
    .filter(([key]) => known.has(key))
    .map(([key, name, choice]) => ({ name, ...time(index, key, choice) }));
  const slowest = Math.max(...rows.slice(1).map(({ p50 }) => p50));
  return [
    `| filter, ${partCount.toLocaleString('en-US')} processors | ahead | its longest turn | first | p50 | to the slowest other |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ name, ahead, longestTurn, first, p50 }) =>
        `| ${name} | ${format(ahead)} | ${format(longestTurn)} | ${format(first)} | ${format(p50)} | ${(p50 / slowest).toFixed(2)} |`,
    ),
  ].join('\n');
}

/** A page and all counts, as a list shows them; each time with another page, so that nothing was computed before. */
function time(index: ReturnType<typeof givenCatalogueIndex>, key: string, choice: FilterChoice) {
  const query: ListQuery = { category, q: '', choices: new Map([[key, choice]]), sort: 'price', page: 1 };
  index.settle(query, partCount);
  const turns = [];
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const begun = performance.now();
    left = index.settleFilters(query, settledValues);
    turns.push(performance.now() - begun);
  }
  const durations = Array.from({ length: repeats }, (_, turn) => {
    const begun = performance.now();
    index.count(query, undefined);
    index.list(query, undefined, { size: 12, offset: turn * 12 });
    return performance.now() - begun;
  });
  const [first = Number.NaN] = durations;
  const ahead = turns.reduce((total, each) => total + each, 0);
  return { ahead, longestTurn: Math.max(...turns), first, p50: computeMedian(durations) };
}

const format = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
