/** The home page. */
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { homeWording } from '#domain/home-wording.ts';
import * as paths from '#domain/paths.ts';
import { nameShop, wording } from '#domain/wording.ts';
import { formatNumber } from '#domain/words.ts';
import { PartGrid } from '#web/catalogue/part-card.tsx';
import { DeliveryNoteLine } from '#web/delivery/delivery-note.tsx';
import { useTimedTexts } from '#web/delivery/timed-text.tsx';
import { Banner } from '#web/home/banner.tsx';
import { CategoryLinks } from '#web/home/category-links.tsx';
import { Ceo } from '#web/home/ceo.tsx';
import { Counters } from '#web/home/counters.tsx';
import { readHome } from '#web/home/home.server.ts';
import { Questions } from '#web/home/questions.tsx';
import { readShop, useShop } from '#web/layout/shop.ts';
import { ReviewCard } from '#web/reviews/review-card.tsx';
import { Stars } from '#web/reviews/stars.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { makePageMeta } from '#web/ui/page-meta.ts';
import type { Route } from './+types/home.ts';

export const handle = { isPublic: true };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePageMeta({
    matches,
    title: 'Authentic computer parts, to town and country',
    description: `${nameShop(wording.intro, readShop(matches).name)} Memory, drives, motherboards and graphics cards at one low price, with a money-back promise.`,
    canonical: loaderData?.canonical,
    image: loaderData?.preview,
  });

export function loader({ context }: Route.LoaderArgs) {
  return readHome(context);
}

export default function Home({ loaderData }: Route.ComponentProps) {
  useTimedTexts();
  return (
    <>
      <div className="wrap pt-4">
        <Banner isDeliveryFree={loaderData.isDeliveryFree} />
      </div>
      <section className="wrap opening">
        <h1 className="max-w-[24ch] text-4xl">{nameShop(wording.intro, useShop().name)}</h1>
        <p>
          <Link className="btn btn-primary btn-lg" to={paths.parts}>
            Browse all {loaderData.partCount > 0 && formatNumber(loaderData.partCount)} parts
            <Icon of={ArrowRight} />
          </Link>
        </p>
      </section>
      <CategoryLinks links={loaderData.categories} />
      <Products {...loaderData} />
      <Counters />
      <Ceo {...loaderData.ceo} />
      <Questions />
      <Reviews {...loaderData} />
    </>
  );
}

type ProductsProps = Pick<Route.ComponentProps['loaderData'], 'parts' | 'deliveryNote'>;

function Products({ parts, deliveryNote }: ProductsProps) {
  return (
    <section className="wrap section" aria-labelledby="products">
      <div className="heading-row">
        <h2 className="heading" id="products">
          {wording.productsHeading}
        </h2>
        <p className="prose-links">
          <Link className="inline-block py-1" to={paths.parts}>
            All parts
          </Link>
        </p>
      </div>
      {parts.length === 0 ? (
        <EmptyState image="empty-parts">
          <p className="text-lg">There is nothing on sale at the moment.</p>
          <Link className="btn" to={paths.contact}>
            Ask us for a part
          </Link>
        </EmptyState>
      ) : (
        <>
          <DeliveryNoteLine note={deliveryNote} />
          <PartGrid parts={parts} heading="h3" />
        </>
      )}
    </section>
  );
}

type ReviewsProps = Pick<Route.ComponentProps['loaderData'], 'reviews' | 'reviewCount' | 'rating'>;

function Reviews({ reviews, reviewCount, rating }: ReviewsProps) {
  if (rating === undefined) return null;
  return (
    <section className="wrap section" aria-labelledby="reviews">
      <div className="heading-row">
        <h2 className="heading" id="reviews">
          {homeWording.reviewsHeading}
        </h2>
        <p className="muted flex items-center gap-2 text-sm">
          <Stars rating={rating} /> {rating.toFixed(1)} of 5 from {reviewCount}{' '}
          {reviewCount === 1 ? 'review' : 'reviews'}
        </p>
      </div>
      <div className="reviews">
        {reviews.map((review) => (
          <ReviewCard key={review.id} review={review} />
        ))}
      </div>
      {reviews.length < reviewCount && (
        <p className="mt-6">
          <Link className="btn" to={paths.reviews}>
            All {reviewCount} reviews
          </Link>
        </p>
      )}
    </section>
  );
}
