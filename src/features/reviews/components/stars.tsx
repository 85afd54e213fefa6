/** A rating as five stars, in half steps. */
import { countWords } from '#kernel/words.ts';

/** '4.5 of 5 from 12 reviews', after its stars. */
export function AverageRating({ average, count }: { average: number; count: number }) {
  return (
    <>
      <Stars rating={average} /> {average.toFixed(1)} of 5 from {countWords(count, 'review')}
    </>
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
