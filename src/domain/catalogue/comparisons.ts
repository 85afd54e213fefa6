/** Comparing parts of a category side by side: at which address, and in which rows they differ. */
import type { Category } from '#domain/parts.ts';
import type { SpecificationField } from '#domain/specifications/fields.ts';
import {
  capacityInGb,
  describeSpecification,
  formatPricePerGb,
  pricePerGbInCents,
  type SpecificationRow,
  type SpecificationValues,
  specificationFields,
} from '#domain/specifications.ts';

/** Side by side on a wide screen; more cannot be read. */
export const mostCompared = 4;

export type ComparedPart = { category: Category; price_cents: number; specs: SpecificationValues };

/** One row of the table; a part that does not say has nothing there. */
export type ComparedRow = {
  field: string;
  label: string;
  group: string;
  explanation?: string;
  values: (string | undefined)[];
  /** True when two parts say different things, or one says nothing. */
  differs: boolean;
};

/** The slugs of the parts to compare, from the parameters `part` of an address: each once, the first four. */
export function readComparison(parameters: URLSearchParams): string[] {
  const slugs = parameters.getAll('part').filter((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug));
  return [...new Set(slugs)].slice(0, mostCompared);
}

/** The address at which parts of a category are compared, in the order of their slugs as they are given. */
export function comparisonAddress(category: Category, slugs: readonly string[]): string {
  const query = new URLSearchParams(slugs.map((slug) => ['part', slug])).toString();
  return query ? `/compare/${category}?${query}` : `/compare/${category}`;
}

/** The rows of the comparison in the order in which a buyer reads a specification; what no part says is left out. */
export function compareParts(category: Category, parts: readonly ComparedPart[]): ComparedRow[] {
  const described = parts.map((part) => describeSpecification(category, part.specs));
  const rows = fieldsIn(category, described).map((field) => {
    const own = described.map((each) => each.find((row) => row.field === field));
    const [known] = own.filter((row) => row !== undefined);
    return rowOf({
      field,
      label: known?.label ?? field,
      group: known?.group ?? '',
      ...(known?.explanation ? { explanation: known.explanation } : {}),
      values: own.map((row) => row?.value),
    });
  });
  const perGb = rowOf({
    field: 'pricePerGb',
    label: 'Price per GB',
    group: 'Price',
    explanation:
      'The price divided by the capacity: what storage really costs, whatever the size of the package.',
    values: parts.map(pricePerGbOf),
  });
  return perGb.values.some((value) => value !== undefined) ? [perGb, ...rows] : rows;
}

function rowOf(row: Omit<ComparedRow, 'differs'>): ComparedRow {
  return { ...row, differs: new Set(row.values).size > 1 };
}

/** Every field that some part has: those of the category in their order, those that owners made up in theirs. */
function fieldsIn(category: Category, described: readonly SpecificationRow[][]): string[] {
  const there = new Set(described.flatMap((rows) => rows.map(({ field }) => field)));
  const known: Readonly<Record<string, SpecificationField>> = specificationFields[category];
  return [...new Set([...Object.keys(known).filter((field) => there.has(field)), ...there])];
}

function pricePerGbOf({ category, price_cents, specs }: ComparedPart): string | undefined {
  const cents = pricePerGbInCents(price_cents, capacityInGb(category, specs));
  return cents === undefined ? undefined : formatPricePerGb(cents);
}
