/** What search engines read of the reviews of a part: schema.org's AggregateRating, and the first reviews. */
import type { ShownReviews } from './review-section.tsx';

/** Nothing when there are none. */
export function makeRatingData({ rating, cards }: ShownReviews) {
  if (!rating) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average,
      reviewCount: rating.count,
      bestRating: 5,
      worstRating: 1,
    },
    review: cards.slice(0, 3).map(({ name, postedAt, rating, review }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name },
      datePublished: postedAt,
      reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
      reviewBody: review,
    })),
  };
}
