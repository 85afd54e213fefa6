/** Reads and writes of reviews. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { lockPartIds, writeRatings } from '#catalogue/database/part-points.ts';
import { selectParts } from '#catalogue/database/parts.ts';
import { type ReviewCursor, reviewCursor } from '#kernel/cursors.ts';
import { choosePersonImage } from '#kernel/people.ts';
import { isConfirmedInRow } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import { type Page, type PageRequest, readPage, sortRows } from '#platform/database/pages.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';
import { hasBoughtInRow } from '#purchases/database/orders.ts';
import type { ReviewStatus, ReviewsFrom } from '#reviews/rules/reviews.ts';

export type ReviewRow = Selectable<DatabaseSchema['reviews']>;

/** `part_name` is null for a review of the shop; `bought`: the author has bought the part, or any part. */
export type ListedReviewRow = ReviewRow & { part_name: string | null; bought: boolean };

/** As pages and the API show it. */
export function presentReview(review: ReviewRow) {
  return {
    _id: review.id,
    partsId: review.part_id,
    img: choosePersonImage(review.author_image),
    name: review.author_name,
    review: review.review,
    rating: review.rating,
    hidden: review.hidden_at !== null,
    postedAt: review.created_at.toISOString(),
  };
}

export function presentListedReview(review: ListedReviewRow) {
  return { ...presentReview(review), partsName: review.part_name, bought: review.bought };
}

/** Reviews of the shop, of one part or of all parts; or all that are hidden or waiting. */
export type ReviewListQuery = {
  from: ReviewsFrom;
  partId?: string | undefined;
  of?: 'shop' | 'parts';
  status?: ReviewStatus;
  areBuyersFirst?: boolean;
};

/** The newest first, those of buyers before the others unless `areBuyersFirst` is false. */
export async function findReviews(
  db: Database,
  { areBuyersFirst = true, ...request }: PageRequest<ReviewCursor> & ReviewListQuery,
): Promise<Page<ListedReviewRow>> {
  const reviews = selectReviews(db, request);
  const rows = db
    .selectFrom(reviews.selectAll('reviews').select(hasBoughtPart.as('bought')).as('listed'))
    .leftJoin('parts', 'parts.id', 'listed.part_id')
    .selectAll('listed')
    .select('parts.name as part_name');
  const { cursor } = request;
  const columns = [...(areBuyersFirst ? ['listed.bought'] : []), 'listed.created_at', 'listed.id'];
  const after = cursor && [cursor.bought, new Date(cursor.place), cursor.id];
  return await readPage(
    request,
    reviews,
    sortRows(rows, columns, 'desc', after),
    ({ bought, created_at, id }) => reviewCursor.encode({ bought, place: created_at.getTime(), id }),
  );
}

export function findReviewsBy(db: Database, personId: string): Promise<ReviewRow[]> {
  return db.selectFrom('reviews').selectAll().where('author_id', '=', personId).execute();
}

export async function findShopRating(db: Database, from: ReviewsFrom): Promise<number | undefined> {
  const { average } = await selectReviews(db, { from })
    .select(sql<number | null>`round(avg(rating), 1)::float8`.as('average'))
    .executeTakeFirstOrThrow();
  return average ?? undefined;
}

export type PartRating = { average: number; count: number };

export async function findPartRatings(
  db: Database,
  from: ReviewsFrom,
  partIds: readonly string[],
): Promise<Map<string, PartRating>> {
  if (partIds.length === 0) return new Map();
  const rows = await selectReviews(db, { from, of: 'parts' })
    .where('part_id', 'in', partIds)
    .groupBy('part_id')
    .select([
      'part_id',
      sql<number>`round(avg(rating), 1)::float8`.as('average'),
      (row) => row.fn.countAll<number>().as('count'),
    ])
    .execute();
  return new Map(rows.map(({ part_id, average, count }) => [String(part_id), { average, count }]));
}

const hasBoughtPart = hasBoughtInRow({ person: 'reviews.author_id', part: 'reviews.part_id' });

/** How many buyers have rated each part, and the sum of their ratings; for joins. */
export const ratingsByBuyers = sql`
  select part_id, count(*) as count, sum(rating) as sum
  from reviews
  where part_id is not null and hidden_at is null and ${hasBoughtPart}
  group by part_id`;

/**
 * Stores the averages that lists filter by. The parts are locked first, so that of two reviews at a time the second counts
 * both.
 */
export async function storePartRatings(
  transaction: Transaction,
  from: ReviewsFrom,
  partIds: readonly string[],
): Promise<void> {
  await lockPartIds(transaction, partIds);
  const ratings = await findPartRatings(transaction, from, partIds);
  const tenths = partIds.map((id) => {
    const rating = ratings.get(id);
    return { id, tenths: rating ? Math.round(rating.average * 10) : null };
  });
  await writeRatings(transaction, tenths);
}

/** The parts whose stored average is not that of their shown reviews. */
export async function findStaleRatings(db: Database, from: ReviewsFrom): Promise<string[]> {
  const shown = selectReviews(db, { from, of: 'parts' })
    .groupBy('part_id')
    .select(['part_id', sql<number>`round(avg(rating) * 10)`.as('tenths')]);
  const rows = await selectParts(db)
    .leftJoin(shown.as('shown'), 'shown.part_id', 'parts.id')
    .where(sql<boolean>`parts.rating_tenths is distinct from shown.tenths`)
    .select('parts.id')
    .orderBy('parts.id')
    .execute();
  return rows.map(({ id }) => id);
}

export function upsertReview(
  transaction: Transaction,
  review: Insertable<DatabaseSchema['reviews']>,
): Promise<ReviewRow> {
  const { author_name, author_image, rating, created_at } = review;
  return changeContent(transaction)
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

export async function insertReviews(
  transaction: Transaction,
  reviews: readonly Insertable<DatabaseSchema['reviews']>[],
): Promise<void> {
  if (reviews.length === 0) return;
  await changeContent(transaction).insertInto('reviews').values(reviews).execute();
}

export function lockReview(db: Database, id: string): Promise<ReviewRow | undefined> {
  return db.selectFrom('reviews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateHiddenAt(
  transaction: Transaction,
  id: string,
  hidden_at: Date | null,
): Promise<void> {
  await changeContent(transaction).updateTable('reviews').set({ hidden_at }).where('id', '=', id).execute();
}

/** What they wrote stays. */
export async function renameAuthor(
  transaction: Transaction,
  author_id: string,
  author_name: string,
): Promise<void> {
  const reviews = changeContent(transaction).updateTable('reviews').where('author_id', '=', author_id);
  await reviews.set({ author_name, author_image: null }).execute();
}

function selectReviews(db: Database, { from, partId, of = 'shop', status = 'shown' }: ReviewListQuery) {
  const reviews = db.selectFrom('reviews');
  if (status === 'hidden') return reviews.where('hidden_at', 'is not', null);
  const isShown = showsAuthor(from);
  let shown = reviews.where('hidden_at', 'is', null);
  if (status === 'waiting') return shown.where(sql<boolean>`not ${isShown}`);
  if (partId) shown = shown.where('part_id', '=', partId);
  else shown = shown.where('part_id', of === 'shop' ? 'is' : 'is not', null);
  return from === 'anyone' ? shown : shown.where(isShown);
}

function showsAuthor(from: ReviewsFrom) {
  if (from === 'anyone') return sql<boolean>`true`;
  return sql<boolean>`(author_id is null or ${from === 'buyers' ? hasBoughtPart : isConfirmedInRow('reviews.author_id')})`; // reviews of the demo have no author
}
