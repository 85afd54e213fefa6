/** Makes the cards of public pages from rows of reviews, with nothing that these pages do not show. */
import type { ListedReviewRow } from '#database/reviews.ts';
import { defaultPersonImage } from '#domain/people/person-image.ts';
import type { CardReview } from '#web/reviews/review-card.tsx';
import { formatDay } from '#web/ui/format-day.ts';

/** Home shows the first page of all. */
export const reviewsPerPage = 12;

export function makeReviewCard(review: ListedReviewRow): CardReview {
  return {
    id: review.id,
    name: review.author_name,
    image: review.author_image ?? defaultPersonImage,
    review: review.review,
    rating: review.rating,
    bought: review.bought,
    day: review.created_at.toISOString().slice(0, 10),
    formattedDay: formatDay(review.created_at),
  };
}
