/** Makes the rows and columns of a list of parts, with nothing that its page does not show. */
import { makePartCard } from '#app/pages/parts/part-cards.server.ts';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import { price, pricePerGb } from '#catalogue/rules/lists/filter-kinds.ts';
import {
  isInName,
  type ListedColumn,
  type ListedFact,
  listColumns,
  listFacts,
} from '#catalogue/rules/lists/list-columns.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { listSorts } from '#catalogue/rules/lists/sorts.ts';
import type { NamedPart } from '#catalogue/rules/shown-names.ts';
import { computeCapacityGb, type SpecificationValues } from '#catalogue/rules/specifications.ts';
import type { Promises } from '#delivery/components/promises.server.ts';

type Row = PartOnSale & NamedPart;
type MakePath = (query: ListQuery) => string;
type ListRequest<Fit> = {
  query: ListQuery;
  promises: Promises;
  /** Of a list for a build. */
  describeFit: (row: Row) => Fit;
  makePath: MakePath;
};

/** Of facts, and of prices per GB where there are any. */
const narrowColumnCount = 4;
const wideColumnCount = 6;
/** In one line on a phone, the kind among them. */
const maxFacts = 3;

export function describeListedParts<Fit>(
  rows: readonly Row[],
  { query, promises, describeFit, makePath }: ListRequest<Fit>,
) {
  const specified = rows.map((row) => ({ ...row, specs: row.specs as SpecificationValues }));
  const hasPricePerGb = specified.some(
    ({ category, specs }) => computeCapacityGb(category, specs) !== undefined,
  );
  const countColumns = (count: number) => (hasPricePerGb ? count - 1 : count);
  const compared = query.category ? listColumns(query.category, specified) : [];
  const columns = compared.slice(0, countColumns(wideColumnCount));
  const parts = specified.map((row, index) => {
    const { promise: _, ...card } = makePartCard(row, undefined);
    const facts = columns.length > 0 ? readFacts(compared, index) : listFacts(row);
    const kind = query.category ? undefined : categoryLabels[row.category].singular;
    return {
      ...card,
      /** In a list of several kinds. */
      kind,
      /** Of each column; undefined: not known. */
      values: columns.map(({ values }) => values[index]),
      /** Those that the name does not say. */
      facts: facts
        .filter(({ value }) => !isInName(card.name, value))
        .slice(0, kind === undefined ? maxFacts : maxFacts - 1),
      caution: getListedCategory(row.category).caution?.(row.specs),
      /** Undefined: nobody can have it delivered now. */
      arrival: card.isSoldOut ? undefined : promises.describeDays(row),
      /** In a list for a build. */
      fit: describeFit(row),
    };
  });
  const sortBy = makeSorter(query, makePath);
  return {
    columns: columns.map(({ filter: { key, label } }, index) => ({
      label,
      /** Only wide tables have room for it. */
      isWide: index >= countColumns(narrowColumnCount),
      ...sortBy(key),
    })),
    headings: { name: sortBy('name'), price: sortBy(price.key), pricePerGb: sortBy(pricePerGb.key) },
    parts,
  };
}

/** `sortPath` undefined: the list cannot be sorted by it, or already is so in the only order there is. */
type Sorted = { sortPath: string | undefined; sorted: 'ascending' | 'descending' | undefined };

function readFacts(columns: readonly ListedColumn[], index: number): ListedFact[] {
  return columns.flatMap(({ filter: { label }, values }) => {
    const value = values[index];
    return value === undefined ? [] : [{ label, value }];
  });
}

/** A heading that its list is sorted by leads to the opposite order, if there is one. */
function makeSorter(query: ListQuery, makePath: MakePath): (key: string) => Sorted {
  const sorts = listSorts(query.category, query.q !== '').map((sort) => sort.key);
  return (key) => {
    const next = [key, `${key}-desc`].find((sort) => sorts.includes(sort) && sort !== query.sort);
    return {
      sortPath: next && makePath({ ...query, sort: next, page: 1 }),
      sorted: query.sort === key ? 'ascending' : query.sort === `${key}-desc` ? 'descending' : undefined,
    };
  };
}
