/** Keyset pagination: a cursor names the last row of the page before; no row is skipped or repeated. */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type SortedCursor, sortedCursor } from '#kernel/cursors.ts';

/** `page` from 1, instead of a cursor; rows may be skipped or repeated when others are added meanwhile. */
export type PageRequest<Cursor> = { limit: number; cursor?: Cursor | undefined; page?: number | undefined };

export type Page<Row> = { rows: Row[]; total: number; next: string | undefined };

/** One page of `sorted`, which begins after the cursor, and the number of all rows: counted where the page is not all of them. */
export async function readPage<Row, DB, Table extends keyof DB, AllDB, AllTable extends keyof AllDB>(
  { limit, cursor, page = 1 }: PageRequest<unknown>,
  all: SelectQueryBuilder<AllDB, AllTable, object>,
  sorted: SelectQueryBuilder<DB, Table, Row>,
  makeCursor: (row: Row) => string,
): Promise<Page<Row>> {
  const isFirst = cursor === undefined && page === 1;
  const counting = isFirst ? undefined : countRows(all);
  counting?.catch(() => {}); // awaited below
  // as literals they let a prepared statement keep its plan: with a parameter PostgreSQL plans for each execution
  const first = sorted.limit(sql.lit(limit + 1));
  const rows = (await (cursor !== undefined || page === 1
    ? first
    : first.offset((page - 1) * limit)
  ).execute()) as Row[];
  const isWhole = isFirst && rows.length <= limit;
  const total = isWhole ? rows.length : await (counting ?? countRows(all));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, total, next: rows.length > limit && last ? makeCursor(last) : undefined };
}

/** In the sequence of the columns, of which the last is unique, after the row that has the values `after` in them. */
export function sortRows<DB, Table extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Table, Row>,
  columns: string[],
  direction: 'asc' | 'desc',
  after: unknown[] | undefined,
): SelectQueryBuilder<DB, Table, Row> {
  const names = columns.map((column) => sql.ref(column));
  const sorted = names.reduce((query, name) => query.orderBy(name, direction), rows);
  const comparison = sql.raw(direction === 'asc' ? '>' : '<');
  return after ? sorted.where(sql<SqlBool>`(${sql.join(names)}) ${comparison} (${sql.join(after)})`) : sorted;
}

/** Ids grow with the time of their rows: the newest first, unless `direction` says otherwise. */
export async function readPageById<DB, Table extends keyof DB, Row extends { id: string }>(
  request: PageRequest<SortedCursor>,
  all: SelectQueryBuilder<DB, Table, object>,
  rows: SelectQueryBuilder<DB, Table, Row>,
  { column = 'id', direction = 'desc' }: { column?: string; direction?: 'asc' | 'desc' } = {},
): Promise<Page<Row>> {
  const sorted = sortRows(rows, [column], direction, request.cursor && [request.cursor.id]);
  return await readPage(request, all, sorted, ({ id }) => sortedCursor.encode({ place: 0, id }));
}

export async function countRows<DB, Table extends keyof DB>(
  rows: SelectQueryBuilder<DB, Table, object>,
): Promise<number> {
  const counted = rows.select(sql`count(*)`.as('total')).$castTo<{ total: number }>();
  return (await counted.executeTakeFirstOrThrow()).total;
}
