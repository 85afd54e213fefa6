/** Loads a page of the reviews of the shop. */
import { data, type RouterContextProvider } from 'react-router';
import { parsePageNumber } from '#features/catalogue/rules/lists/list-queries.ts';
import { makeReviewCard, reviewsPerPage } from '#features/reviews/components/review-cards.server.ts';
import { reviewsContext } from '#features/reviews/components/reviews-context.server.ts';
import { findNewestReviews, findShopRating } from '#features/reviews/database/reviews.ts';
import { settingsContext } from '#features/settings/components/settings-context.server.ts';
import * as paths from '#kernel/paths.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

/** Responds with 404 to a page past the last. */
export async function readAllReviews(context: Readonly<RouterContextProvider>, url: URL) {
  const { db, publicUrl, showsStock } = context.get(pageContext);
  const from = context.get(reviewsContext);
  const settings = context.get(settingsContext);
  showsStock({ parts: [], showsAvailability: false });
  const page = parsePageNumber(url.searchParams.get('page')) ?? 1;
  const [{ rows, total }, rating] = await Promise.all([
    findNewestReviews(db, { from, limit: reviewsPerPage, page }),
    findShopRating(db, from),
  ]);
  const pageCount = Math.max(1, Math.ceil(total / reviewsPerPage));
  const reviews = {
    cards: rows.map((review) => makeReviewCard(review, settings.timeZone)),
    total,
    rating,
    page,
    pageCount,
    canonical: publicUrl + (page === 1 ? paths.reviews : `${paths.reviews}?page=${page}`),
  };
  return data(reviews, { status: page <= pageCount ? 200 : 404 });
}
