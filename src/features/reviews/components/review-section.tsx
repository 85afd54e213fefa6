/** A section of reviews: the average, the first of them, and the way to the others. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countWords } from '#kernel/words.ts';
import type { ListedReview } from '#reviews/contract/reviews.ts';
import { ReviewCard, Stars } from './review-card.tsx';

export type ShownReviews = {
  /** The first of them. */
  cards: ListedReview[];
  total: number;
  /** Of all. */
  rating: { average: number; count: number } | undefined;
};

type ReviewSectionProps = {
  reviews: ShownReviews;
  heading: string;
  /** Where all of them are. */
  allPath: string;
  className: string;
  /** The cards stand in a row to swipe instead of in columns. */
  isRow?: boolean;
  /** What is shown when there are none. */
  children?: ReactNode;
};

export function ReviewSection({
  reviews,
  heading,
  allPath,
  className,
  isRow = false,
  children,
}: ReviewSectionProps) {
  const { cards, total, rating } = reviews;
  return (
    <section className={className} aria-labelledby="reviews">
      <div className="heading-row">
        <h2 className="heading" id="reviews">
          {heading}
        </h2>
        {rating && (
          <p className="muted flex items-center gap-2 text-sm">
            <AverageRating {...rating} />
          </p>
        )}
      </div>
      {cards.length === 0 ? (
        children
      ) : isRow ? (
        <ReviewRow cards={cards} label={heading} />
      ) : (
        <div className="reviews">
          {cards.map((review) => (
            <ReviewCard key={review._id} review={review} />
          ))}
        </div>
      )}
      {(isRow || cards.length < total) && (
        <p className="mt-6">
          <Link className="btn" to={allPath}>
            All {countWords(total, 'review')}
          </Link>
        </p>
      )}
    </section>
  );
}

/** '4.5 of 5 from 12 reviews', after its stars. */
export function AverageRating({ average, count }: { average: number; count: number }) {
  return (
    <>
      <Stars rating={average} /> {average.toFixed(1)} of 5 from {countWords(count, 'review')}
    </>
  );
}

function ReviewRow({ cards, label }: { cards: ListedReview[]; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <ul className="review-row" tabIndex={0} aria-label={label}>
      {cards.map((review) => (
        <li key={review._id}>
          <ReviewCard review={review} />
        </li>
      ))}
    </ul>
  );
}
