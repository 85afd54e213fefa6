/** Reviews of a part on a page with the application; administrators can hide them. */
import { useRevalidator } from 'react-router';
import { listReviewsEndpoint } from '#reviews/contract/reviews.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { HideReview, ReviewCard } from './review-card.tsx';

/** A problem instead when they could not be loaded: the page works without them. */
export function loadReviewsOfPart(partsId: string) {
  return callEndpoint(listReviewsEndpoint, { query: { partsId, limit: 10 } });
}

type ReviewsOfPartProps = { reviews: Awaited<ReturnType<typeof loadReviewsOfPart>>; canHide: boolean };

export function ReviewsOfPart({ reviews, canHide }: ReviewsOfPartProps) {
  if (isProblem(reviews)) return <NoReviews problem={reviews} />;
  if (reviews.length === 0) return null;
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

function NoReviews({ problem }: { problem: Problem }) {
  const { revalidate } = useRevalidator();
  return (
    <section role="alert">
      <h2 className="dashboard-heading">Reviews of this part</h2>
      <p>They could not be loaded. {problem.detail}</p>
      <button type="button" className="btn btn-sm mt-3" onClick={revalidate}>
        Try again
      </button>
    </section>
  );
}
