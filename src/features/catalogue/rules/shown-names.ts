/** The names that people read: parts that share a name are told apart by the shortest facts that differ. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { phraseValue, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type Namesake = { id: string; category: Category; specs: SpecificationValues; mpn: string | null };

/** `distinction`: what differs from the parts of the same name; missing: nothing. */
export type NamedPart = { name: string; distinction?: string | undefined };

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

/** Each time the column that tells the most parts apart; of equal ones the shortest, then the first. */
function chooseColumns(columns: readonly Column[], partCount: number): Column[] {
  const chosen: Column[] = [];
  const [mpn = [], ...specification] = columns.toReversed();
  for (const candidates of [specification.toReversed(), [mpn]]) {
    let classes = countClasses(chosen, partCount);
    while (classes < partCount) {
      const ranked = candidates
        .map((column) => ({ column, classes: countClasses([...chosen, column], partCount) }))
        .sort((one, other) => other.classes - one.classes || measure(one.column) - measure(other.column));
      const [best] = ranked;
      if (!best || best.classes === classes) break;
      chosen.push(best.column);
      classes = best.classes;
    }
  }
  return chosen;
}

function countClasses(columns: readonly Column[], partCount: number): number {
  return new Set(Array.from({ length: partCount }, (_, row) => joinRow(columns, row))).size;
}

function measure(column: Column): number {
  return column.join('').length;
}

/** No more than what makes the part the only one. */
function describeRow(columns: readonly Column[], row: number): string {
  const rows = columns[0]?.map((_, each) => each) ?? [];
  const isOnly = (count: number) => {
    const own = joinRow(columns.slice(0, count), row);
    return rows.every((other) => other === row || joinRow(columns.slice(0, count), other) !== own);
  };
  const needed = columns.findIndex((_, index) => isOnly(index + 1));
  const shown = needed === -1 ? columns : columns.slice(0, needed + 1);
  return shown.flatMap((column) => column[row] || []).join(', ');
}

function joinRow(columns: readonly Column[], row: number): string {
  return columns.map((column) => column[row]).join('\0');
}
