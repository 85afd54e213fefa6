/** The button that hides a review or shows it again. */
import { useRevalidator } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { hideReviewEndpoint, type Review } from '#contract/reviews.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { AsyncButton } from '#web/ui/async-button.tsx';

export function HideReview({ review }: { review: Pick<Review, '_id' | 'name' | 'hidden'> }) {
  const revalidator = useRevalidator();
  const label = review.hidden ? 'Show' : 'Hide';

  async function toggle() {
    const answer = await callEndpoint(hideReviewEndpoint, {
      params: { id: review._id },
      body: { hidden: !review.hidden },
    });
    if (isProblem(answer)) return void toast.error(answer.detail);
    toast.success(answer.hidden ? 'The review is hidden' : 'The review is shown');
    await revalidator.revalidate();
  }

  return (
    <AsyncButton className="btn btn-sm" aria-label={`${label} the review of ${review.name}`} onPress={toggle}>
      {label}
    </AsyncButton>
  );
}
