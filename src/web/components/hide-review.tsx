/** The button by which an administrator hides a review that does not belong into public, or shows it again. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { hideReview, type Review } from '#contract/reviews.ts';
import { ask, isProblem } from '#web/api-client.ts';

export function HideReview({ review }: { review: Pick<Review, '_id' | 'name' | 'hidden'> }) {
  const revalidator = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const verb = review.hidden ? 'Show' : 'Hide';

  async function turn() {
    if (isBusy) return;
    setBusy(true);
    const answer = await ask(hideReview, { params: { id: review._id }, body: { hidden: !review.hidden } });
    setBusy(false);
    if (isProblem(answer)) return void toast.error(answer.detail);
    toast.success(answer.hidden ? 'The review is hidden' : 'The review is shown');
    await revalidator.revalidate();
  }

  return (
    <button
      type="button"
      className="btn btn-sm"
      aria-label={`${verb} the review of ${review.name}`}
      aria-disabled={isBusy}
      onClick={turn}
    >
      {verb}
    </button>
  );
}
