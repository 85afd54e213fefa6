/** Reads and writes of reviews. */
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { type Page, type PageRequest, pageOf } from '#database/pages.ts';
import type { Tables } from '#database/schema.ts';
import { type SortedCursor, sortedCursor } from '#domain/cursors.ts';

export type ReviewRow = Selectable<Tables['reviews']>;

/** Reviews of the shop, or of one part, newest first; or those of all that are hidden. */
export async function findReviews(
  db: Database,
  {
    limit,
    cursor,
    partId,
    status = 'shown',
  }: PageRequest<SortedCursor> & { partId?: string | undefined; status?: 'shown' | 'hidden' },
): Promise<Page<ReviewRow>> {
  const reviews = status === 'shown' ? shownOf(db, partId) : hidden(db);
  let rows = reviews
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
    reviews.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return pageOf(found, total, limit, ({ created_at, id }) =>
    sortedCursor.encode({ place: created_at.getTime(), id }),
  );
}

/** The average rating of the shop, to one decimal; undefined without a review. */
export async function rateShop(db: Database): Promise<number | undefined> {
  const { average } = await shownOf(db, undefined)
    .select(sql<number | null>`round(avg(rating), 1)::float8`.as('average'))
    .executeTakeFirstOrThrow();
  return average ?? undefined;
}

/** Keeps a review in the place of its author's earlier one of the same, which keeps its id and the time it was posted. */
export function keepReview(db: Database, review: Insertable<Tables['reviews']>): Promise<ReviewRow> {
  const { author_name, author_image, rating, created_at } = review;
  return db
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) =>
      conflict
        .columns(['author_id', 'part_id'])
        .where('author_id', 'is not', null)
        .doUpdateSet({ author_name, author_image, review: review.review, rating, updated_at: created_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** One review, its row locked until the transaction ends. */
export function lockReview(db: Database, id: string): Promise<ReviewRow | undefined> {
  return db.selectFrom('reviews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Writes since when a review is hidden, or null for one that is shown. */
export async function setHidden(db: Database, id: string, hidden_at: Date | null): Promise<void> {
  await db.updateTable('reviews').set({ hidden_at }).where('id', '=', id).execute();
}

function shownOf(db: Database, partId: string | undefined) {
  const shown = db.selectFrom('reviews').where('hidden_at', 'is', null);
  return partId ? shown.where('part_id', '=', partId) : shown.where('part_id', 'is', null);
}

function hidden(db: Database) {
  return db.selectFrom('reviews').where('hidden_at', 'is not', null);
}
