/** Rows of an import that say different things of one part: nothing tells which of them is right, so none counts. */
import type { ImportedPart } from '#domain/catalogue/import/part-rows.ts';
import type { RefusedRow } from '#domain/catalogue/import/refused-rows.ts';

export type RowPlace = Omit<RefusedRow, 'problems'>;

/** `message`: what follows the numbers of the rows. */
export type Contradiction = { rows: RowPlace[]; message: string };

/** The message, if prices or stock differ. */
export function findContradiction(one: ImportedPart, other: ImportedPart): string | undefined {
  if (differ(one.priceCents, other.priceCents)) return 'have different prices for the same part';
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
