/** The refused rows of an import, grouped by reason. */
import type { ImportedPart, ReadRow } from '#catalogue/rules/import/part-rows.ts';
import type { FieldError } from '#kernel/refusals.ts';

export type ImportRow = { file: string; row: number } & ReadRow;

export type RefusedRow = { file: string; row: number; problems: FieldError[] };

/** Rows that are refused for the same reason; `rows`: the numbers of the first of them. */
export type RefusedGroup = { first: RefusedRow; reason: string; count: number; rows: number[] };

/** More reasons are not kept. */
const maxGroups = 1000;
/** Of one reason; more are counted only. */
const maxGroupedRows = 20;

export function groupRefusedRows() {
  const groups = new Map<string, RefusedGroup>();
  return {
    add(row: RefusedRow): void {
      const reason = row.problems
        .map(({ path, message }) => (path ? `${path}: ${message}` : message))
        .join('; ');
      const group = groups.get(reason);
      if (group) group.count += 1;
      else if (groups.size < maxGroups) groups.set(reason, { first: row, reason, count: 1, rows: [row.row] });
      if (group && group.rows.length < maxGroupedRows) group.rows.push(row.row);
    },
    /** The most frequent reasons first. */
    list: (): RefusedGroup[] => [...groups.values()].sort((one, other) => other.count - one.count),
  };
}

/** Rows of an import that say different things of one part: nothing tells which of them is right, so none counts. */
export type RowPlace = Omit<RefusedRow, 'problems'>;

/** `message`: what follows the numbers of the rows. */
export type Contradiction = { rows: RowPlace[]; message: string };

/** The message, if prices or stock differ. */
export function findContradiction(one: ImportedPart, other: ImportedPart): string | undefined {
  if (differ(one.price_cents, other.price_cents)) return 'have different prices for the same part';
  return differ(one.stock, other.stock) ? 'have different stock for the same part' : undefined;
}

export function refuseContradiction({ rows, message }: Contradiction): RefusedRow[] {
  const [first] = rows;
  const isOneFile = rows.every(({ file }) => file === first?.file);
  const places = rows.slice(0, maxNamedRows).map(({ file, row }) => (isOneFile ? row : `${row} of ${file}`));
  const more = rows.length > maxNamedRows ? ` and ${rows.length - maxNamedRows} more` : '';
  const problem = { path: 'price', message: `Rows ${joinPlaces(places)}${more} ${message}` };
  return rows.map((row) => ({ ...row, problems: [problem] }));
}

const maxNamedRows = 8;

function joinPlaces(places: readonly (string | number)[]): string {
  return `${places.slice(0, -1).join(', ')} and ${places.at(-1)}`;
}

function differ(one: number | null | undefined, other: number | null | undefined): boolean {
  return one != null && other != null && one !== other;
}
