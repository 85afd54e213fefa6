/** The home page. */

import ArrowRight from 'lucide-react/icons/arrow-right';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CategoryLinks } from '#app/pages/home/category-links.tsx';
import homeStyles from '#app/pages/home/home.css?url';
import { readHome } from '#app/pages/home/home.server.ts';
import { homeWording } from '#app/pages/home/home-wording.ts';
import { runBanner } from '#app/pages/home/run-banner.ts';
import { runCounters } from '#app/pages/home/run-counters.ts';
import { PartGrid } from '#app/pages/parts/part-card.tsx';
import { DeliveryNoteLine } from '#delivery/components/delivery-note.tsx';
import { useTimedTexts } from '#delivery/components/timed-text.tsx';
import { ReadyLinks } from '#fit/components/ready-builds.tsx';
import * as paths from '#kernel/paths.ts';
import { nameShop, wording } from '#kernel/wording.ts';
import { formatNumber } from '#kernel/words.ts';
import { ReviewSection } from '#reviews/components/review-section.tsx';
import { Icon } from '#ui/components/icons.tsx';
import { EmptyState } from '#ui/components/notice.tsx';
import { PageForm } from '#ui/components/page-form.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import { readShop, useShop } from '#ui/layout/shop.ts';
import type { Route } from './+types/home.ts';

export const handle = { isPublic: true };

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: homeStyles }];

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
    <div className="home">
      <div className="wrap opening">
        <div>
          <h1>{nameShop(wording.intro, useShop().name)}</h1>
          <Link className="btn btn-primary" to={paths.parts}>
            Browse all {loaderData.partCount > 0 && formatNumber(loaderData.partCount)} parts
            <Icon of={ArrowRight} />
          </Link>
        </div>
        <Banner isDeliveryFree={loaderData.isDeliveryFree} />
      </div>
      <CategoryLinks links={loaderData.categories} />
      <Products {...loaderData} />
      <BuildLead readyBuilds={loaderData.readyBuilds} />
      {loaderData.hasCounters && <Counters />}
      {loaderData.ceo && <Ceo {...loaderData.ceo} />}
      <Questions />
      {loaderData.reviews.rating && (
        <ReviewSection
          reviews={loaderData.reviews}
          heading={homeWording.reviewsHeading}
          allPath={paths.reviews}
          className="wrap section"
          isRow
        />
      )}
    </div>
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

function BuildLead({ readyBuilds }: Pick<Route.ComponentProps['loaderData'], 'readyBuilds'>) {
  return (
    <section className="wrap section" aria-labelledby="build-lead">
      <div className="build-lead">
        <div>
          <h2 className="heading" id="build-lead">
            Build a computer
          </h2>
          <p className="mt-1">
            Choose part by part: we tell you what fits together, what it costs, and how much power it draws.
          </p>
          <ReadyLinks builds={readyBuilds} />
        </div>
        <Link className="btn" to={paths.build}>
          Start a build
        </Link>
      </div>
    </section>
  );
}

/** The width of the banner; slightly more than it has beside the headline in windows up to 82rem, where the same file loads. */
const sizes = '(width >= 72rem) 39.25rem, (width >= 40rem) calc(100vw - 3.5rem), 15rem';

function Banner({ isDeliveryFree }: { isDeliveryFree: boolean }) {
  const banner = useRef<HTMLElement>(null);
  const label = nameShop(homeWording.banner.label, useShop().name);
  useEffect(() => (banner.current ? runBanner(banner.current) : undefined), []);
  return (
    <section className="banner" aria-roledescription="carousel" aria-label={label} ref={banner} data-banner>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <ul className="banner-track" tabIndex={0} aria-label={label}>
        {homeWording.banner.slides.map(({ image, title, link, ...slide }, index) => (
          <li key={image} className={`banner-slide ${image}`}>
            <div className="banner-words">
              <p className="banner-title">{title}</p>
              <p className="banner-line">{chooseLine(slide, isDeliveryFree)}</p>
              <p className="banner-link">
                <Link to={link.to}>{link.label}</Link>
              </p>
            </div>
            <ResponsiveImage of={image} phone={`${image}-phone`} alt="" sizes={sizes} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="banner-pause"
        data-pause={homeWording.banner.pause}
        data-play={homeWording.banner.play}
        hidden
      >
        <svg viewBox="0 0 16 16" width="14" height="14" fill="currentColor" aria-hidden="true">
          <path className="banner-pause-bars" d="M3 2h3.5v12H3zM9.5 2H13v12H9.5z" />
          <path className="banner-pause-play" d="m3.5 1.5 11 6.5-11 6.5z" />
        </svg>
      </button>
    </section>
  );
}

function chooseLine(
  slide: { line: string; lineWithPrices?: string | undefined },
  isDeliveryFree: boolean,
): string {
  return (!isDeliveryFree && slide.lineWithPrices) || slide.line;
}

function Counters() {
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => (list.current ? runCounters(list.current) : undefined), []);
  return (
    <section className="business-history section" aria-labelledby="history">
      <div className="wrap">
        <h2 className="heading" id="history">
          {homeWording.historyHeading}
        </h2>
        <dl className="counters" ref={list} data-counters>
          {homeWording.counters.map(({ value, label }) => (
            <div key={label} className="counter">
              <dt>{label}</dt>
              <dd data-counter suppressHydrationWarning>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

const { ceo } = wording;

function Ceo({ name, image }: { name: string; image: string }) {
  return (
    <section className="wrap section" aria-labelledby="ceo">
      <div className="ceo">
        <div className="ceo-portrait">
          <ResponsiveImage of={image} alt={name} sizes="14rem" />
        </div>
        <div>
          <h2 className="heading" id="ceo">
            {ceo.heading}
          </h2>
          <p className="mt-1 max-w-[62ch]">
            {name} answers personally. Leave your address and ask whatever you want to know before you order.
          </p>
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

function Questions() {
  return (
    <section className="questions section" aria-labelledby="questions">
      <div className="questions-ground">
        <ResponsiveImage of="banner-delivery" phone="banner-delivery-phone" alt="" sizes="80rem" />
      </div>
      <div className="wrap">
        <h2 className="heading" id="questions">
          {homeWording.questionsHeading}
        </h2>
        <div className="questions-words mt-4 grid gap-2">
          {homeWording.questions.map(({ question, answer }) => (
            <details key={question} className="question" name="questions">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
