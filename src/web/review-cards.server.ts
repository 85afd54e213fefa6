/** Rows of reviews as the cards of public pages show them, and nothing else of them. */
import type { ListedReviewRow } from '#database/reviews.ts';
import { somebody } from '#domain/person-image.ts';
import type { CardReview } from '#web/components/review-card.tsx';
import { writtenDay } from '#web/written-day.ts';

export function reviewCardOf(review: ListedReviewRow): CardReview {
  return {
    id: review.id,
    name: review.author_name,
    image: review.author_image ?? somebody,
    review: review.review,
    rating: review.rating,
    bought: review.bought,
    day: review.created_at.toISOString().slice(0, 10),
    writtenDay: writtenDay(review.created_at),
  };
}
