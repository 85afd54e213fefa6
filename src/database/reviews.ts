/** Reads of reviews. */
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { type Page, type PageRequest, pageOf } from '#database/pages.ts';
import type { Tables } from '#database/schema.ts';
import { type SortedCursor, sortedCursor } from '#domain/cursors.ts';

export type ReviewRow = Selectable<Tables['reviews']>;

/** Reviews of the shop, newest first. */
export async function findReviews(
  db: Database,
  { limit, cursor }: PageRequest<SortedCursor>,
): Promise<Page<ReviewRow>> {
  let rows = db
    .selectFrom('reviews')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor) {
    const at = new Date(cursor.place);
    rows = rows.where(sql<boolean>`(created_at, id) < (${at}::timestamptz, ${cursor.id}::uuid)`);
  }
  const [found, { total }] = await Promise.all([
    rows.execute(),
    db
      .selectFrom('reviews')
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return pageOf(found, total, limit, ({ created_at, id }) =>
    sortedCursor.encode({ place: created_at.getTime(), id }),
  );
}

/** The average rating of the shop, to one decimal; undefined without a review. */
export async function rateShop(db: Database): Promise<number | undefined> {
  const { average } = await db
    .selectFrom('reviews')
    .select(sql<number | null>`round(avg(rating), 1)::float8`.as('average'))
    .executeTakeFirstOrThrow();
  return average ?? undefined;
}
