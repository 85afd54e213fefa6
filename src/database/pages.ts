/** Pages of lists by keyset: a cursor names the last row of the page before, so that nothing is skipped or shown twice. */

export type PageRequest<Cursor> = { limit: number; cursor?: Cursor | undefined };

/** One page: its rows, how many there are in all, and the cursor of the next page if there is one. */
export type Page<Row> = { rows: Row[]; total: number; next: string | undefined };

/** Cuts a page out of up to `limit + 1` rows. */
export function makePage<Row>(
  rows: Row[],
  total: number,
  limit: number,
  cursorOf: (row: Row) => string,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, total, next: rows.length > limit && last ? cursorOf(last) : undefined };
}
