/** A part in a list: image, name, stock, price and a link to buy it. */
import { Link } from 'react-router';
import { AddToBasket } from '#basket/components/add-to-basket.tsx';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { Timed, type TimedText } from '#delivery/components/timed-text.tsx';
import { CardFit, type CardFitView } from '#fit/components/card-fit.tsx';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';

export type CardPart = {
  id: string;
  name: string;
  description: string;
  category: Category;
  brand: string;
  image: string;
  alt: string;
  stock: number;
  minimumOrder: number;
  price: string;
  isSoldOut: boolean;
  address: string;
  /** 'Arrives Tue 25 to Thu 27 Nov'; undefined: nobody can have it delivered now. */
  promise: TimedText | undefined;
};

export type ListedPart = CardPart & {
  slug: string;
  /** In a list for a build. */
  fit?: CardFitView | undefined;
  facts: string[];
  pricePerGb: string | undefined;
};

const { product } = wording;

/** Slightly less than the real widths, so that ordinary screens load the 320 pixel files. */
const listSizes = '(width >= 64rem) 20rem, (width >= 40rem) 46vw, calc(92vw - 2rem)';
const homeSizes = '6rem';

type PartCardProps = {
  part: CardPart | ListedPart;
  heading: 'h2' | 'h3';
  isFirst?: boolean;
  compare?: CompareCheckbox | undefined;
};

type CompareCheckbox = { form: string; chosen: readonly string[] };

export function PartCard({ part, heading: Heading, isFirst = false, compare }: PartCardProps) {
  const listedPart = 'facts' in part ? part : undefined;
  return (
    <article className="part">
      <div className="part-picture">
        <ResponsiveImage
          of={part.image}
          alt={part.alt}
          sizes={listedPart ? listSizes : homeSizes}
          isFirst={isFirst}
        />
        {part.isSoldOut && <p className="part-sold-out">{product.soldOut}</p>}
      </div>
      <div className="part-words">
        <p className="part-kind">
          {[categoryLabels[part.category].singular, part.brand].filter(Boolean).join(' · ')}
        </p>
        <Heading>
          <Link to={part.address}>{withNonBreakingSpaces(part.name)}</Link>
        </Heading>
        <p className="part-description">
          {withNonBreakingSpaces(listedPart ? listedPart.facts.join('\u00a0· ') : part.description)}
        </p>
        <dl className="part-facts">
          <div>
            <dt>{product.stock}</dt>
            <dd>{part.stock}</dd>
          </div>
          <div>
            <dt>{product.minimumOrder}</dt>
            <dd>{part.minimumOrder}</dd>
          </div>
        </dl>
        <p className="part-promise">{part.promise && <Timed of={part.promise} />}</p>
        {listedPart?.fit && <CardFit fit={listedPart.fit} name={part.name} />}
        <div className="part-foot">
          <p>
            <span className="part-price">{part.price}</span>{' '}
            <span className="muted text-sm">{product.perUnit}</span>
            {listedPart?.pricePerGb && <span className="part-per-gb">{listedPart.pricePerGb} per GB</span>}
          </p>
          {part.isSoldOut ? <div className="part-without-ways" /> : <PartWays part={part} />}
        </div>
        {listedPart && compare && (
          <label className="tick part-compare">
            <input
              type="checkbox"
              name="part"
              value={listedPart.slug}
              form={compare.form}
              defaultChecked={compare.chosen.includes(listedPart.slug)}
            />
            <span>
              Compare <span className="sr-only">{part.name}</span>
            </span>
          </label>
        )}
      </div>
    </article>
  );
}

function PartWays({ part }: { part: CardPart }) {
  return (
    <>
      <AddToBasket part={part} look="btn btn-sm" />
      <Link className="btn btn-tint btn-sm" to={paths.purchase(part.id)}>
        {product.purchase} <span className="sr-only">{part.name}</span>
      </Link>
    </>
  );
}

export function PartGrid({
  parts,
  heading,
  firstCount = 0,
  compare,
}: {
  parts: (CardPart | ListedPart)[];
  heading: 'h2' | 'h3';
  firstCount?: number;
  compare?: CompareCheckbox | undefined;
}) {
  return (
    <ul className="part-grid">
      {parts.map((part, index) => (
        <li key={part.id}>
          <PartCard part={part} heading={heading} isFirst={index < firstCount} compare={compare} />
        </li>
      ))}
    </ul>
  );
}
