/** What the home page shows. */
import type { RouterContextProvider } from 'react-router';
import { findPartsOnSaleByPage } from '#database/parts.ts';
import { findReviews, type ReviewRow, rateShop } from '#database/reviews.ts';
import type { CardReview } from '#web/components/review-card.tsx';
import { cardOf } from '#web/part-cards.server.ts';
import { pageContext } from '#web/shop-context.server.ts';
import { writtenDay } from '#web/written-day.ts';

/** The first six parts, and as many reviews as fill the page without weighing it down. */
export async function readHome(context: Readonly<RouterContextProvider>) {
  const { db, publicUrl } = context.get(pageContext);
  const [parts, reviews, rating] = await Promise.all([
    findPartsOnSaleByPage(db, 1, 6),
    findReviews(db, { limit: 12 }),
    rateShop(db),
  ]);
  return {
    parts: parts.rows.map(cardOf),
    partCount: parts.total,
    reviews: reviews.rows.map(cardOfReview),
    reviewCount: reviews.total,
    rating,
    canonical: `${publicUrl}/`,
    picture: `${publicUrl}/pictures/banner-authentic-1280.jpg`,
  };
}

function cardOfReview(review: ReviewRow): CardReview {
  return {
    id: review.id,
    name: review.author_name,
    image: review.author_image ?? 'avatar-somebody',
    review: review.review,
    rating: review.rating,
    day: review.created_at.toISOString().slice(0, 10),
    writtenDay: writtenDay(review.created_at),
  };
}
