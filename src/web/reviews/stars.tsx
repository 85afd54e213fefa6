/** A rating as five stars, in half steps. */
export function Stars({ rating }: { rating: number }) {
  return (
    <svg className="stars" viewBox="0 0 100 20" role="img" aria-label={`${rating} out of 5 stars`}>
      <rect width="100" height="20" />
      <rect className="stars-given" width={Math.round(rating * 2) * 10} height="20" />
    </svg>
  );
}
