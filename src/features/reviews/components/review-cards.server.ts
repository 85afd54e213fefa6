/** Reads reviews for public pages. */
import type { RouterContextProvider } from 'react-router';
import type { ShownReviews } from '#reviews/components/review-section.tsx';
import { reviewsContext } from '#reviews/components/reviews-context.server.ts';
import {
  findPartRatings,
  findReviews,
  findShopRating,
  presentListedReview,
} from '#reviews/database/reviews.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

/** Home shows the first page of all. */
export const reviewsPerPage = 12;

type Context = Readonly<RouterContextProvider>;

/** Of the shop, the newest first. */
export async function readShopReviews(context: Context, page = 1): Promise<ShownReviews> {
  const { db } = context.get(pageContext);
  const from = context.get(reviewsContext);
  const [{ rows, total }, average] = await Promise.all([
    findReviews(db, { from, limit: reviewsPerPage, page, areBuyersFirst: false }),
    findShopRating(db, from),
  ]);
  const rating = average === undefined ? undefined : { average, count: total };
  return { cards: rows.map(presentListedReview), total, rating };
}

/** Of a part, those of buyers first. */
export async function readPartReviews(
  context: Context,
  { partId, limit }: { partId: string; limit: number },
): Promise<ShownReviews> {
  const { db } = context.get(pageContext);
  const from = context.get(reviewsContext);
  const [{ rows, total }, ratings] = await Promise.all([
    findReviews(db, { from, partId, limit }),
    findPartRatings(db, from, [partId]),
  ]);
  return { cards: rows.map(presentListedReview), total, rating: ratings.get(partId) };
}

/** '4.5 of 5 (12)' by the id of the part, of those that have reviews. */
export async function readRatingTexts(
  context: Context,
  partIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ratings = await findPartRatings(context.get(pageContext).db, context.get(reviewsContext), partIds);
  return new Map(
    [...ratings].map(([id, { average, count }]) => [id, `${average.toFixed(1)} of 5 (${count})`]),
  );
}
