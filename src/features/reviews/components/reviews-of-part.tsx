/** Reviews of a part on a page with the application; administrators can hide them. */
import { HideReview, ReviewCard } from '#reviews/components/review-card.tsx';
import type { ListedReview } from '#reviews/contract/reviews.ts';

export function ReviewsOfPart({ reviews, canHide }: { reviews: ListedReview[]; canHide: boolean }) {
  return (
    <section>
      <h2 className="dashboard-heading">Reviews of this part</h2>
      <div className="reviews">
        {reviews.map((review) => (
          <ReviewCard key={review._id} review={review}>
            {canHide && <HideReview review={review} />}
          </ReviewCard>
        ))}
      </div>
    </section>
  );
}
