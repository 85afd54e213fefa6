/** All reviews of the shop, the newest first. */
import { Link } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { ReviewCard } from '#reviews/components/review-card.tsx';
import { AverageRating } from '#reviews/components/review-section.tsx';
import { readAllReviews } from '#reviews/pages/all-reviews.server.ts';
import { EmptyState } from '#ui/components/notice.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { Pager } from '#ui/components/pager.tsx';
import { readShop, useShop } from '#ui/layout/shop.ts';
import type { Route } from './+types/all-reviews.ts';

export const handle = { isPublic: true };

export function loader({ context, url }: Route.LoaderArgs) {
  return readAllReviews(context, url);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { page = 1, canonical } = loaderData ?? {};
  const shop = readShop(matches).name;
  return makePageMeta({
    matches,
    title: page > 1 ? `All reviews, page ${page}` : 'All reviews',
    description: `What the customers of ${shop} say of its parts, its delivery and its service, the newest first.`,
    canonical,
  });
};

export default function AllReviews({
  loaderData: { cards, total, rating, page, pageCount },
}: Route.ComponentProps) {
  const shop = useShop().name;
  return (
    <div className="wrap pt-8">
      <h1 className="text-3xl">All reviews</h1>
      {rating && (
        <p className="muted mt-3 flex flex-wrap items-center gap-2">
          <AverageRating {...rating} /> of {shop}, the newest first
        </p>
      )}
      {cards.length === 0 ? (
        <EmptyState image="empty-parts">
          <p className="text-lg">
            {total === 0 ? 'Nobody has reviewed the shop yet.' : 'There are no more reviews.'}
          </p>
          <Link className="btn" to={total === 0 ? paths.parts : paths.reviews}>
            {total === 0 ? 'See all parts' : 'See the newest'}
          </Link>
        </EmptyState>
      ) : (
        <div className="reviews mt-8">
          {cards.map((review) => (
            <ReviewCard key={review._id} review={review} heading="h2" />
          ))}
        </div>
      )}
      {cards.length > 0 && <Pager page={page} pageCount={pageCount} address={paths.reviews} />}
    </div>
  );
}
