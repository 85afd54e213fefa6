/** A review of the shop or of a part. */
import BadgeCheck from 'lucide:badge-check';
import type { ReactNode } from 'react';
import { hideReviewEndpoint, type ListedReview, type Review } from '#reviews/contract/reviews.ts';
import { callEndpoint } from '#ui/api/api-client.ts';
import { ActionButton } from '#ui/components/action-button.tsx';
import { Icon } from '#ui/components/icons.tsx';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';

type ReviewCardProps = { review: ListedReview; heading?: 'h2' | 'h3'; children?: ReactNode };

export function ReviewCard({ review, heading: Heading = 'h3', children }: ReviewCardProps) {
  const { formatDay } = useShopTimes();
  return (
    <article className="review">
      <div className="flex items-center gap-3">
        <div className="review-face">
          <ResponsiveImage of={review.img} alt="" sizes="2.75rem" />
        </div>
        <div className="min-w-0">
          <Heading className="truncate font-semibold">{review.name}</Heading>
          <Stars rating={review.rating} />
        </div>
      </div>
      <p className="review-text mt-4">{review.review}</p>
      <p className="review-origin">
        <time dateTime={review.postedAt}>{formatDay(review.postedAt)}</time>
        {review.bought && (
          <span className="review-bought">
            <Icon of={BadgeCheck} /> Verified purchase
          </span>
        )}
      </p>
      {children && <p className="mt-3">{children}</p>}
    </article>
  );
}

export function Stars({ rating }: { rating: number }) {
  return (
    <svg className="stars" viewBox="0 0 100 20" role="img" aria-label={`${rating} out of 5 stars`}>
      <rect width="100" height="20" />
      <rect className="stars-given" width={Math.round(rating * 2) * 10} height="20" />
    </svg>
  );
}

/** The button that hides a review or shows it again. */
export function HideReview({ review }: { review: Pick<Review, '_id' | 'name' | 'hidden'> }) {
  const label = review.hidden ? 'Show' : 'Hide';
  const input = { params: { id: review._id }, body: { hidden: !review.hidden } };
  return (
    <ActionButton
      className="btn btn-sm"
      aria-label={`${label} the review of ${review.name}`}
      call={() => callEndpoint(hideReviewEndpoint, input)}
      done={review.hidden ? 'The review is shown' : 'The review is hidden'}
    >
      {label}
    </ActionButton>
  );
}
