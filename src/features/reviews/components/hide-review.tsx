/** The button that hides a review or shows it again. */
import { hideReviewEndpoint, type Review } from '#reviews/contract/reviews.ts';
import { callEndpoint } from '#ui/api/api-client.ts';
import { ActionButton } from '#ui/components/action-button.tsx';

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
