/** The home page. */
import ArrowRight from 'lucide:arrow-right';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Banner } from '#app/pages/home/banner.tsx';
import { CategoryLinks } from '#app/pages/home/category-links.tsx';
import homeStyles from '#app/pages/home/home.css?url';
import { readHome } from '#app/pages/home/home.server.ts';
import { runCounters } from '#app/pages/home/run-counters.ts';
import { PartGrid } from '#app/pages/parts/part-card.tsx';
import { DeliveryNoteLine } from '#delivery/components/delivery-note.tsx';
import { useTimedTexts } from '#delivery/components/timed-text.tsx';
import { ReadyLinks } from '#fit/components/ready-builds.tsx';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { formatNumber } from '#kernel/words.ts';
import { ReviewSection } from '#reviews/components/review-section.tsx';
import { Prose } from '#settings/components/prose.tsx';
import { homeWording } from '#settings/rules/home-wording.ts';
import { type PageText, readWords } from '#settings/rules/prose.ts';
import { Icon } from '#ui/components/icons.tsx';
import { EmptyState } from '#ui/components/notice.tsx';
import { PageForm } from '#ui/components/page-form.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import type { Route } from './+types/home.ts';

export const handle = { isPublic: true };

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: homeStyles }];

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePageMeta({
    matches,
    title: !loaderData?.opening.isOwn ? homeWording.title : loaderData.opening.title,
    description: loaderData?.opening.description ?? '',
    canonical: loaderData?.canonical,
    image: loaderData?.preview,
  });

export function loader({ context }: Route.LoaderArgs) {
  return readHome(context);
}

export default function Home({ loaderData }: Route.ComponentProps) {
  useTimedTexts();
  return (
    <div className="home">
      <div className="wrap opening">
        <div>
          <h1 className="wrap-anywhere">{loaderData.opening.title}</h1>
          {loaderData.opening.opening.length > 0 && (
            <Prose of={loaderData.opening.opening} className="prose prose-links mt-2" />
          )}
          <Link className="btn btn-primary" to={paths.parts}>
            Browse all {loaderData.partCount > 0 && formatNumber(loaderData.partCount)} parts
            <Icon of={ArrowRight} />
          </Link>
        </div>
        {loaderData.banner && <Banner {...loaderData.banner} />}
      </div>
      <CategoryLinks links={loaderData.categories} />
      <Products {...loaderData} />
      <BuildLead {...loaderData} />
      {loaderData.history && <Counters {...loaderData.history} />}
      {loaderData.ceo && <Ceo {...loaderData.ceo} />}
      {loaderData.questions && <Questions {...loaderData.questions} />}
      {loaderData.reviews.rating && (
        <ReviewSection
          reviews={loaderData.reviews}
          heading={loaderData.reviewsHeading}
          allPath={paths.reviews}
          className="wrap section"
          isRow
        />
      )}
    </div>
  );
}

type HomeData = Route.ComponentProps['loaderData'];

function Products({
  parts,
  deliveryNote,
  productsText,
}: Pick<HomeData, 'parts' | 'deliveryNote' | 'productsText'>) {
  return (
    <section className="wrap section" aria-labelledby="products">
      <div className="heading-row">
        <h2 className="heading" id="products">
          {productsText.title}
        </h2>
        <p className="prose-links">
          <Link className="inline-block py-1" to={paths.parts}>
            All parts
          </Link>
        </p>
      </div>
      <Below text={productsText} />
      {parts.length === 0 ? (
        <EmptyState image="empty-parts" link={{ to: paths.contact, label: 'Ask us for a part' }}>
          <p className="text-lg">There is nothing on sale at the moment.</p>
        </EmptyState>
      ) : (
        <>
          <DeliveryNoteLine note={deliveryNote} />
          <PartGrid parts={parts} />
        </>
      )}
    </section>
  );
}

/** What an administrator has written below a heading. */
function Below({ text: { opening }, className = 'mb-3' }: { text: PageText; className?: string }) {
  if (opening.length === 0) return null;
  return <Prose of={opening} className={`prose prose-links max-w-[62ch] ${className}`} />;
}

function BuildLead({ readyBuilds, buildText }: Pick<HomeData, 'readyBuilds' | 'buildText'>) {
  return (
    <section className="wrap section" aria-labelledby="build-lead">
      <div className="build-lead">
        <div>
          <h2 className="heading" id="build-lead">
            {buildText.title}
          </h2>
          <Below text={buildText} className="mt-1" />
          <ReadyLinks builds={readyBuilds} />
        </div>
        <Link className="btn" to={paths.build}>
          Start a build
        </Link>
      </div>
    </section>
  );
}

function Counters({ title, sections }: PageText) {
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => (list.current ? runCounters(list.current) : undefined), []);
  return (
    <section className="business-history section" aria-labelledby="history">
      <div className="wrap">
        <h2 className="heading" id="history">
          {title}
        </h2>
        <dl className="counters" ref={list} data-counters>
          {sections.map(({ heading, body }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two counters may be the same
            <div key={index} className="counter">
              <dt>{readWords(body)}</dt>
              <dd data-counter suppressHydrationWarning>
                {heading}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

const { ceo } = wording;

function Ceo({ text, name, image }: NonNullable<HomeData['ceo']>) {
  return (
    <section className="wrap section" aria-labelledby="ceo">
      <div className="ceo">
        <div className="ceo-portrait">
          <ResponsiveImage of={image} alt={name} sizes="14rem" />
        </div>
        <div>
          <h2 className="heading" id="ceo">
            {text.title}
          </h2>
          <Below text={text} className="mt-1" />
        </div>
        <div className="ceo-form">
          <PageForm action="/ceo" className="flex flex-wrap items-end gap-3">
            <label className="grid grow gap-1.5 sm:max-w-96">
              <span className="text-sm font-semibold">{ceo.label}</span>
              <input
                className="input w-full"
                type="email"
                name="email"
                autoComplete="email"
                maxLength={254}
                required
              />
            </label>
            <button type="submit" className="btn btn-primary">
              {ceo.button}
            </button>
          </PageForm>
          <p className="ceo-answer mt-3 font-semibold" id="ceo-thanks" role="status" tabIndex={-1}>
            {ceo.thanks}
          </p>
          <p className="ceo-answer text-error mt-3" id="ceo-wrong" role="alert" tabIndex={-1}>
            {ceo.wrong}
          </p>
        </div>
      </div>
    </section>
  );
}

function Questions({ title, sections }: PageText) {
  return (
    <section className="questions section" aria-labelledby="questions">
      <div className="questions-ground">
        <ResponsiveImage of="banner-delivery" phone="banner-delivery-phone" alt="" sizes="80rem" />
      </div>
      <div className="wrap">
        <h2 className="heading" id="questions">
          {title}
        </h2>
        <div className="questions-words mt-4 grid gap-2">
          {sections.map(({ heading, body }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be the same
            <details key={index} className="question" name="questions">
              <summary>{heading}</summary>
              <Prose of={body} className="prose prose-links" />
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
