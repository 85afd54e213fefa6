/** The names that people read: parts that share a name are told apart by the shortest facts that differ. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { phraseValue, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type Namesake = { id: string; category: Category; specs: SpecificationValues; mpn: string | null };

/** `distinction`: what differs from the parts of the same name; missing: nothing. */
export type NamedPart = {
  name: string;
  distinction?: string | undefined;
  /** Missing: the stored one. */
  shownDescription?: string | undefined;
};

export function showName({ name, distinction }: NamedPart): string {
  return distinction ? `${name}, ${distinction}` : name;
}

/**
 * What tells each part from the others, by id; those of which nothing is known that differs are left out. All are of one
 * category. The order of the parts does not matter.
 */
export function findDistinctions(parts: readonly Namesake[]): Map<string, string> {
  const [first] = parts;
  if (!first || parts.length === 1) return new Map();
  const columns = listColumns(first.category, parts);
  const chosen = chooseColumns(columns, parts.length);
  const distinctions = parts.map((part, row) => [part.id, describeRow(chosen, row)] as const);
  return new Map(distinctions.filter(([, distinction]) => distinction !== ''));
}

/** A fact of each part, '' where it is unknown. */
type Column = readonly string[];

/** The MPN comes last: it tells buyers the least. */
function listColumns(category: Category, parts: readonly Namesake[]): Column[] {
  const { fields } = getDefinition(category);
  const columns = Object.entries(fields).map(([name, field]) =>
    parts.map(({ specs }) => {
      const value = specs[name];
      return value === undefined ? '' : phraseValue(value, field);
    }),
  );
  return [...columns, parts.map(({ mpn }) => mpn ?? '')];
}

/** Each time the column that tells the most pairs of parts apart; of equal ones the shortest, then the first. */
function chooseColumns(columns: readonly Column[], partCount: number): Column[] {
  const chosen: Column[] = [];
  const [mpn = [], ...specification] = columns.toReversed();
  let pairs = listPairs(partCount);
  for (const candidates of [specification.toReversed(), [mpn]]) {
    while (pairs.length > 0) {
      const ranked = candidates
        .map((column) => ({ column, left: pairs.filter((pair) => !isToldApart([column], ...pair)) }))
        .sort(
          (one, other) => one.left.length - other.left.length || measure(one.column) - measure(other.column),
        );
      const [best] = ranked;
      if (!best || best.left.length === pairs.length) break;
      chosen.push(best.column);
      pairs = best.left;
    }
  }
  return chosen;
}

function listPairs(count: number): [number, number][] {
  const parts = Array.from({ length: count }, (_, index) => index);
  return parts.flatMap((one) => parts.slice(one + 1).map((other): [number, number] => [one, other]));
}

/** What only one of them states is no difference. */
function isToldApart(columns: readonly Column[], one: number, other: number): boolean {
  return columns.some((column) => column[one] && column[other] && column[one] !== column[other]);
}

function measure(column: Column): number {
  return column.join('').length;
}

/** No more than what tells the part from all those from which it can be told. */
function describeRow(columns: readonly Column[], row: number): string {
  const rows = columns[0]?.map((_, each) => each) ?? [];
  const others = rows.filter((other) => isToldApart(columns, row, other));
  const shown = columns.filter((column, index) =>
    others.some(
      (other) => isToldApart([column], row, other) && !isToldApart(columns.slice(0, index), row, other),
    ),
  );
  return shown.flatMap((column) => column[row] || []).join(', ');
}
