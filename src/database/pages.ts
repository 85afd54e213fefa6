/** Keyset pagination: a cursor names the last row of the page before; no row is skipped or repeated. */

/** `page` from 1, instead of a cursor; rows may be skipped or repeated when others are added meanwhile. */
export type PageRequest<Cursor> = { limit: number; cursor?: Cursor | undefined; page?: number | undefined };

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

export function countSkippedRows({ limit, cursor, page = 1 }: PageRequest<unknown>): number {
  return cursor === undefined ? (page - 1) * limit : 0;
}
