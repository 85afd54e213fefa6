/** Reads reviews for public pages, with nothing that these pages do not show. */
import type { RouterContextProvider } from 'react-router';
import { readWallTime } from '#kernel/calendar.ts';
import { defaultPersonImage } from '#kernel/people.ts';
import { formatDayIn, keepDateWhole } from '#kernel/times.ts';
import type { CardReview } from '#reviews/components/review-card.tsx';
import type { ShownReviews } from '#reviews/components/review-section.tsx';
import { reviewsContext } from '#reviews/components/reviews-context.server.ts';
import {
  findNewestReviews,
  findPartRatings,
  findReviews,
  findShopRating,
  type ListedReviewRow,
} from '#reviews/database/reviews.ts';
import { settingsContext } from '#settings/components/settings-context.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

/** Home shows the first page of all. */
export const reviewsPerPage = 12;

type Context = Readonly<RouterContextProvider>;

/** Of the shop, the newest first. */
export async function readShopReviews(context: Context, page = 1): Promise<ShownReviews> {
  const { db } = context.get(pageContext);
  const from = context.get(reviewsContext);
  const [{ rows, total }, average] = await Promise.all([
    findNewestReviews(db, { from, limit: reviewsPerPage, page }),
    findShopRating(db, from),
  ]);
  const rating = average === undefined ? undefined : { average, count: total };
  return { cards: makeReviewCards(context, rows), total, rating };
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
  return { cards: makeReviewCards(context, rows), total, rating: ratings.get(partId) };
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

function makeReviewCards(context: Context, rows: readonly ListedReviewRow[]): CardReview[] {
  const { timeZone } = context.get(settingsContext);
  return rows.map((review) => makeReviewCard(review, timeZone));
}

/** The day is that of the shop. */
function makeReviewCard(review: ListedReviewRow, timeZone: string): CardReview {
  return {
    id: review.id,
    name: review.author_name,
    image: review.author_image ?? defaultPersonImage,
    review: review.review,
    rating: review.rating,
    bought: review.bought,
    day: readWallTime(review.created_at, timeZone).day,
    formattedDay: keepDateWhole(formatDayIn(timeZone, review.created_at)),
  };
}
