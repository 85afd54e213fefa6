/** The page of a part: offer, description, specification, similar parts and reviews. */
import Scale from 'lucide:scale';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChosenFit } from '#app/pages/part/chosen-fit.tsx';
import stylesheet from '#app/pages/part/part.css?url';
import { readPart } from '#app/pages/part/part.server.ts';
import type { PartPage } from '#app/pages/part/part-view.ts';
import { makeBreadcrumbData, makeProductData } from '#app/pages/part/structured-data.ts';
import { AddToBasket } from '#basket/components/add-to-basket.tsx';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import { ArrivalDays, DeliveryPlaces } from '#delivery/components/delivery-cost.tsx';
import { useTimedTexts } from '#delivery/components/timed-text.tsx';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { AverageRating, ReviewSection } from '#reviews/components/review-section.tsx';
import { Breadcrumbs } from '#ui/components/breadcrumbs.tsx';
import { Fact } from '#ui/components/fact.tsx';
import { Icon } from '#ui/components/icons.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import { makeNotFoundMeta, NotFound } from '#ui/layout/not-found-page.tsx';
import { readShop } from '#ui/layout/shop.ts';
import type { Route } from './+types/part.ts';

export const handle = { isPublic: true };

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

export function loader({ context, params, url }: Route.LoaderArgs) {
  return readPart(context, params, url);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const part = loaderData?.part;
  if (!part) return makeNotFoundMeta(matches);
  return [
    ...makePageMeta({
      matches,
      title: part.title,
      description: `${part.price ? `${part.price}. ` : ''}${part.description || part.name}`,
      canonical: part.dollars && part.canonical, // what nobody can buy is not for search engines
      image: part.preview,
      type: 'product',
    }),
    ...(part.dollars
      ? [
          { property: 'product:price:amount', content: part.dollars },
          { property: 'product:price:currency', content: 'USD' },
        ]
      : []),
    // in documents only: the content security policy refuses scripts that are added later
    ...(import.meta.env.SSR ? makeStructuredData(part, readShop(matches).name) : []),
  ];
}

function makeStructuredData(part: PartPage, shopName: string) {
  return [
    // search engines refuse products without an offer
    ...(part.dollars ? [{ 'script:ld+json': makeProductData(part, part.dollars, shopName) }] : []),
    {
      'script:ld+json': makeBreadcrumbData([
        { name: wording.navigation.parts, address: part.publicUrl + paths.parts },
        {
          name: categoryLabels[part.category].plural,
          address: part.publicUrl + paths.category(part.category),
        },
        { name: part.name, address: part.canonical },
      ]),
    },
  ];
}

/** The first and last entry are slightly less than the real widths, so that a smaller file loads. */
const sizes = [
  '(width >= 82rem) clamp(40rem, 40.4vw - 4.4rem, 48rem)',
  '(width >= 56rem) calc(51.8vw - 1.9rem)',
  '(width >= 40rem) calc(100vw - 3.5rem)',
  '14rem',
].join(', ');

export default function PartRoute({ loaderData: { part } }: Route.ComponentProps) {
  useTimedTexts();
  if (!part) return <NotFound />;
  return (
    <div className="wrap part-page">
      <Breadcrumbs
        steps={[
          { name: wording.navigation.parts, to: paths.parts },
          { name: categoryLabels[part.category].plural, to: paths.category(part.category) },
        ]}
        current={withNonBreakingSpaces(part.name)}
      />
      <div className="offer">
        <div className="part-views">
          <figure>
            <FramedImage of={part.image} alt={part.alt} sizes={sizes} isFirst />
            {part.isIllustrated && <IllustrationNote />}
          </figure>
          {part.secondImage && (
            <figure>
              <FramedImage
                of={part.secondImage.address}
                alt={part.secondImage.alt}
                sizes="(width >= 40rem) 14rem, 7rem"
              />
              <IllustrationNote />
            </figure>
          )}
        </div>
        <Offer part={part} />
      </div>
      <div className="below-offer">
        <BetterParts better={part.better} />
        <Companions part={part} />
        <Promises part={part} />
        {part.description && (
          <About name="description" heading={wording.productDetails.description}>
            <p className="max-w-[62ch] whitespace-pre-line">{part.description}</p>
          </About>
        )}
        <SpecificationTable groups={part.groups} />
        <SimilarParts part={part} />
        <ReviewSection
          reviews={part.reviews}
          heading="Reviews of this part"
          allPath={`${part.to}?reviews=all#reviews`}
          className="section"
        >
          <p className="muted">Nobody has reviewed it yet. Whoever has bought it may, under Add Review.</p>
        </ReviewSection>
        {canBuy(part) && <PriceBar part={part} />}
      </div>
    </div>
  );
}

function IllustrationNote() {
  return <figcaption className="silkscreen">Illustration from its data</figcaption>;
}

function canBuy({ price, isSoldOut }: PartPage): boolean {
  return price !== undefined && !isSoldOut;
}

function About({ name, heading, children }: { name: string; heading: string; children: ReactNode }) {
  return (
    <section className="about-part" aria-labelledby={name}>
      <h2 className="text-xl" id={name}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

function BetterParts({ better }: Pick<PartPage, 'better'>) {
  if (better.length === 0) return null;
  return (
    <About name="better" heading="Better in one number">
      <ul className="grid gap-3">
        {better.map(({ name, to, advantage }) => (
          <li key={to} className="flex flex-wrap gap-x-3">
            <strong>{withNonBreakingSpaces(advantage)}</strong>
            <Link className="link" to={to}>
              {withNonBreakingSpaces(name)}
            </Link>
          </li>
        ))}
      </ul>
    </About>
  );
}

function Companions({ part: { id, buildPath, companions } }: { part: PartPage }) {
  if (!buildPath) return null;
  return (
    <About name="companions" heading="What fits it">
      <div>
        <ChosenFit className="mb-3" id={id} />
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          {companions.map(({ name, to }) => (
            <Link key={to} className="link" to={to} rel="nofollow">
              {name} for it
            </Link>
          ))}
          <Link className="link" to={buildPath} rel="nofollow">
            Start a build with this part
          </Link>
        </p>
      </div>
    </About>
  );
}

/** When it comes to each place, and what becomes of it when it is not what was promised. */
function Promises({ part }: { part: PartPage }) {
  return (
    <>
      {canBuy(part) && part.deliveryZones.length > 0 && (
        <About name="delivery" heading="Delivery">
          <DeliveryPlaces zones={part.deliveryZones} />
        </About>
      )}
      <About name="returns" heading="Returns">
        <p className="max-w-[62ch]">
          {part.moneyBack}{' '}
          <Link className="link" to={paths.moneyBack}>
            How to send a part back
          </Link>
        </p>
      </About>
    </>
  );
}

/** Longer names use a smaller font, so that the price stays in view. */
const maxLargeNameLength = 80;

function Offer({ part }: { part: PartPage }) {
  return (
    <div className="offer-words">
      <p className="part-kind">
        {categoryLabels[part.category].singular} · {part.brand}
      </p>
      {part.reviews.rating && (
        <p className="offer-rating">
          <a href="#reviews">
            <AverageRating {...part.reviews.rating} />
          </a>
        </p>
      )}
      <h1 className={part.name.length > maxLargeNameLength ? 'offer-name offer-long-name' : 'offer-name'}>
        {withNonBreakingSpaces(part.name)}
      </h1>
      <Price part={part} />
      <Availability part={part} />
      <dl className="offer-facts">
        <Fact name={wording.product.stock}>{part.stock}</Fact>
        <Fact name={wording.product.minimumOrder}>
          {part.minimumOrder}
          {part.minimumOrderPrice && <span className="muted font-normal"> · {part.minimumOrderPrice}</span>}
        </Fact>
      </dl>
      {canBuy(part) && <Buy part={part} />}
      {part.price && part.isSoldOut && <AddToBasket part={part} look="btn" />}
      <Ways part={part} />
      <p className="silkscreen mt-4">
        {[
          part.sku !== part.mpn && `SKU ${part.sku}`,
          part.mpn && `MPN ${part.mpn}`,
          part.gtin && `GTIN ${part.gtin}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

function Price({ part: { price, includedTax, pricePerGb } }: { part: PartPage }) {
  if (!price) return <p className="text-xl font-bold">No price yet</p>;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span>
        <span className="offer-price">{price}</span>{' '}
        <span className="muted text-sm">
          {wording.product.perUnit}
          {includedTax && `, ${includedTax}`}
        </span>
      </span>
      {pricePerGb && <span className="muted text-sm">{pricePerGb} per GB</span>}
    </p>
  );
}

/** When it comes, or why it cannot be ordered. */
function Availability({ part }: { part: PartPage }) {
  if (part.price === undefined) return <p>We do not sell this part at the moment: it has no price yet.</p>;
  if (part.isSoldOut)
    return (
      <p>
        <strong>{wording.product.soldOut}.</strong>{' '}
        {part.stock > 0 && `We have fewer than the minimum order. `}
        {part.similar.length > 0 && (
          <a className="link" href="#similar">
            See similar parts.
          </a>
        )}{' '}
        Your basket keeps it, and says when you can order it.
      </p>
    );
  return <ArrivalDays zone={part.deliveryZones[0]} />;
}

/** Its other buttons stand elsewhere on the page, and send the same quantity. */
const formId = 'buy';

function Buy({ part }: { part: PartPage }) {
  return (
    <div className="offer-buy">
      <AddToBasket part={part} look="btn btn-primary btn-lg" formId={formId}>
        <label>
          Quantity
          <input
            className="input input-lg w-24"
            type="number"
            name="quantity"
            min={part.minimumOrder}
            max={part.stock}
            defaultValue={part.minimumOrder}
            inputMode="numeric"
            required
          />
        </label>
      </AddToBasket>
    </div>
  );
}

function Ways({ part }: { part: PartPage }) {
  return (
    <p className="offer-ways">
      {canBuy(part) && (
        <button
          type="submit"
          className="btn"
          form={formId}
          formMethod="get"
          formAction={paths.purchase(part.id)}
        >
          {wording.product.purchase} <span className="sr-only">{part.name}</span>
        </button>
      )}
      {part.comparisonPath && (
        <Link className="link inline-flex items-center gap-1.5" to={part.comparisonPath}>
          <Icon of={Scale} /> Compare with similar ones
        </Link>
      )}
    </p>
  );
}

/** Stays at the lower edge of a phone once the button of the offer has been scrolled away. */
function PriceBar({ part }: { part: PartPage }) {
  return (
    <div className="price-bar-track">
      <div className="price-bar">
        <p>
          <strong>{part.price}</strong> <span className="muted text-sm">{wording.product.perUnit}</span>{' '}
          {/* the form’s own says it to screen readers */}
          <output className="text-sm" form={formId} aria-live="off" />
        </p>
        <button type="submit" className="btn btn-primary" form={formId} name="add" value={part.id}>
          {wording.basket.add} <span className="sr-only">{part.name}</span>
        </button>
      </div>
    </div>
  );
}

/** Parts similar to a part, most similar first, and a link to compare them. */
function SimilarParts({ part: { similar, comparisonPath } }: { part: PartPage }) {
  if (similar.length === 0) return null;
  return (
    <section className="section" aria-labelledby="similar">
      <div className="heading-row">
        <h2 className="heading" id="similar">
          Similar parts
        </h2>
        {comparisonPath && (
          <p className="prose-links">
            <Link className="inline-block py-1" to={comparisonPath}>
              Compare the nearest
            </Link>
          </p>
        )}
      </div>
      <ul className="similar">
        {similar.map((part) => (
          <li key={part.id}>
            <FramedImage of={part.image} alt="" sizes="(width >= 40rem) 9rem, 6rem" />
            <div className="min-w-0">
              <h3>
                <Link to={part.to}>{withNonBreakingSpaces(part.name)}</Link>
              </h3>
              <p className="mt-1 font-semibold tabular-nums">
                {part.price}
                {part.pricePerGb && <span className="muted font-normal"> · {part.pricePerGb} per GB</span>}
              </p>
              <p className="muted text-sm">
                {part.isSoldOut ? wording.product.soldOut : `${part.stock} in stock`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The specification of a part: fields in groups, each with its unit and an explanation. */
function SpecificationTable({ groups }: Pick<PartPage, 'groups'>) {
  if (groups.length === 0) return null;
  return (
    <About name="specification" heading="Specification">
      <div>
        {groups.map(({ group, rows }) => (
          <div key={group} className="specification">
            <h3>{group}</h3>
            <dl>
              {rows.map(({ field, label, value, explanation, derivedFrom }) => (
                <div key={field}>
                  <dt>{label}</dt>
                  <dd className="font-semibold tabular-nums">{value}</dd>
                  {explanation && (
                    <dd className="specification-word">
                      {explanation}
                      {derivedFrom && ` We derived it from ${derivedFrom}.`}
                    </dd>
                  )}
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </About>
  );
}
