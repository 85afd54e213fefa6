/** Makes the cards of public pages from rows of reviews, with nothing that these pages do not show. */
import type { ListedReviewRow } from '#database/reviews.ts';
import { readWallTime } from '#domain/delivery/calendar.ts';
import { defaultPersonImage } from '#domain/people/people.ts';
import { formatDayIn } from '#domain/times.ts';
import type { CardReview } from '#web/reviews/review-card.tsx';

/** Home shows the first page of all. */
export const reviewsPerPage = 12;

/** The day is that of the shop. */
export function makeReviewCard(review: ListedReviewRow, timeZone: string): CardReview {
  return {
    id: review.id,
    name: review.author_name,
    image: review.author_image ?? defaultPersonImage,
    review: review.review,
    rating: review.rating,
    bought: review.bought,
    day: readWallTime(review.created_at, timeZone).day,
    formattedDay: formatDayIn(timeZone, review.created_at),
  };
}
