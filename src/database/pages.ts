/** Keyset pagination: a cursor names the last row of the page before; no row is skipped or repeated. */

export type PageRequest<Cursor> = { limit: number; cursor?: Cursor | undefined };

export type Page<Row> = { rows: Row[]; total: number; next: string | undefined };

export function makePage<Row>(
  rows: Row[],
  total: number,
  limit: number,
  makeCursor: (row: Row) => string,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, total, next: rows.length > limit && last ? makeCursor(last) : undefined };
}
