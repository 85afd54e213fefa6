/** Reviews of a part on a page with the application; administrators can hide them. */
import { lazy, Suspense } from 'react';
import { ReviewCard } from '#reviews/components/review-card.tsx';
import type { ListedReview } from '#reviews/contract/reviews.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';

// for administrators only
const HideReview = lazy(async () => ({ default: (await import('./review-card.tsx')).HideReview }));

export function ReviewsOfPart({ reviews, canHide }: { reviews: ListedReview[]; canHide: boolean }) {
  const { formatDay } = useShopTimes();
  return (
    <section>
      <h2 className="dashboard-heading">Reviews of this part</h2>
      <div className="reviews">
        {reviews.map((review) => (
          <ReviewCard
            key={review._id}
            review={{
              ...review,
              id: review._id,
              image: review.img,
              day: review.postedAt,
              formattedDay: formatDay(review.postedAt),
            }}
          >
            {canHide && (
              <Suspense>
                <HideReview review={review} />
              </Suspense>
            )}
          </ReviewCard>
        ))}
      </div>
    </section>
  );
}
