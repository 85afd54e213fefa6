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

/** The same parts, each with what tells it from those of its name, of which it is one. */
export function nameAmong<Part extends Namesake & { name: string }>(
  parts: readonly Part[],
  readDistinctions: (part: Part) => Distinctions,
): (Part & NamedPart)[] {
  return parts.map((part) => {
    const distinctions = readDistinctions(part);
    return {
      ...part,
      distinction: distinctions === byMpn ? (part.mpn ?? undefined) : distinctions.get(part.id),
    };
  });
}

/** Of the parts of one name, by id. */
export type Distinctions = ReadonlyMap<string, string>;

/** Of the same for parts of one category that share a name. */
export function makeNameKey({ category, name }: { category: Category; name: string }): string {
  return `${category} ${name.toLowerCase()}`;
}

export function showName({ name, distinction }: NamedPart): string {
  return distinction ? `${name}, ${distinction}` : name;
}

/**
 * What tells each part from the others, by id; those of which nothing is known that differs are left out. All are of one
 * category. The order of the parts does not matter. Each time the fact is said that tells the most pairs apart; of equal ones
 * the shortest, then the first; the MPN comes last: it tells buyers the least. Of a part no more is said than tells it from
 * all those from which it can be told.
 */
export function findDistinctions(parts: readonly Namesake[]): Distinctions {
  const [first] = parts;
  if (!first || parts.length === 1) return new Map();
  if (parts.length > maxCompared) return byMpn;
  const mpns = parts.map(({ mpn }) => mpn ?? '');
  const shown = parts.map((): string[] => []);
  const everyRow = new Uint32Array((parts.length + 31) >> 5).fill(0xffff_ffff);
  everyRow[everyRow.length - 1] = 0xffff_ffff >>> (-parts.length & 31);
  let alike: Alike = parts.map(() => everyRow);
  let pairs = parts.length ** 2;
  for (const columns of [listColumns(first.category, parts), [mpns]]) {
    for (;;) {
      const [best] = columns
        .map((column) => ({ column, left: tellApart(alike, column) }))
        .map((each) => ({ ...each, pairs: each.left.reduce((pairs, bits) => pairs + countBits(bits), 0) }))
        .sort((one, other) => one.pairs - other.pairs || measure(one.column) - measure(other.column));
      if (!best || best.pairs === pairs) break;
      for (const [row, texts] of shown.entries()) {
        if (countBits(best.left[row] as Bits) < countBits(alike[row] as Bits))
          texts.push(best.column[row] as string);
      }
      ({ left: alike, pairs } = best);
    }
  }
  const distinctions = parts.map(({ id }, row) => [id, shown[row]?.join(', ') ?? ''] as const);
  return new Map(distinctions.filter(([, text]) => text !== ''));
}

/** The work grows with the square of the number of parts. */
export const maxCompared = 100;

/** Of so many parts of one name the MPN alone is said. */
const byMpn: Distinctions = new Map();

/** A fact of each part, '' where it is unknown. */
type Column = readonly string[];

/** One for each row. */
type Bits = Uint32Array;

/** Of each row those that nothing tells apart from it, itself, too. */
type Alike = readonly Bits[];

/** Those that can tell any apart. */
function listColumns(category: Category, parts: readonly Namesake[]): Column[] {
  const columns = Object.entries(getDefinition(category).fields).map(([name, field]) =>
    parts.map(({ specs }) => {
      const value = specs[name];
      return value === undefined ? '' : phraseValue(value, field);
    }),
  );
  return columns.filter((column) => new Set(column.filter((text) => text !== '')).size > 1);
}

/** What only one of two parts states is no difference. */
function tellApart(alike: Alike, column: Column): Alike {
  const rows = new Map<string, Bits>();
  const getRows = (text: string) => rows.get(text) ?? new Uint32Array(alike[0]?.length ?? 0);
  for (const [row, text] of column.entries()) {
    const bits = getRows(text);
    bits[row >> 5] = (bits[row >> 5] as number) | (1 << (row & 31));
    rows.set(text, bits);
  }
  const unknown = getRows('');
  for (const [text, bits] of rows)
    rows.set(
      text,
      bits.map((each, index) => each | (unknown[index] as number)),
    );
  return alike.map((known, row) => {
    const text = column[row] as string;
    const stated = getRows(text);
    return text === '' ? known : known.map((each, index) => each & (stated[index] as number));
  });
}

function countBits(bits: Bits): number {
  let count = 0;
  for (const each of bits) for (let left = each; left !== 0; left &= left - 1) count += 1;
  return count;
}

function measure(column: Column): number {
  return column.join('').length;
}
