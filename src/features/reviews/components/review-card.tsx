/** A review of the shop or of a part. */
import BadgeCheck from 'lucide-react/icons/badge-check';
import type { ReactNode } from 'react';
import { Stars } from '#reviews/components/stars.tsx';
import { Icon } from '#ui/components/icons.tsx';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';

export type CardReview = {
  id: string;
  name: string;
  image: string;
  review: string;
  rating: number;
  bought: boolean;
  day: string;
  formattedDay: string;
};

type ReviewCardProps = { review: CardReview; heading?: 'h2' | 'h3'; children?: ReactNode };

export function ReviewCard({ review, heading: Heading = 'h3', children }: ReviewCardProps) {
  return (
    <article className="review">
      <div className="flex items-center gap-3">
        <div className="review-face">
          <ResponsiveImage of={review.image} alt="" sizes="2.75rem" />
        </div>
        <div className="min-w-0">
          <Heading className="truncate font-semibold">{review.name}</Heading>
          <Stars rating={review.rating} />
        </div>
      </div>
      <p className="review-text mt-4">{review.review}</p>
      <p className="review-origin">
        <time dateTime={review.day}>{review.formattedDay}</time>
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
