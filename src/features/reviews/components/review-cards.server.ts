/** Makes the cards of public pages from rows of reviews, with nothing that these pages do not show. */

import type { CardReview } from '#features/reviews/components/review-card.tsx';
import type { ListedReviewRow } from '#features/reviews/database/reviews.ts';
import { readWallTime } from '#kernel/calendar.ts';
import { defaultPersonImage } from '#kernel/people.ts';
import { formatDayIn } from '#kernel/times.ts';

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
