/** A part in a list: its picture, what it is, how many there are, what it costs, and the way to buy it. */

import { Link } from 'react-router';
import { categoryLabels } from '#domain/catalogue/category-labels.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { paths } from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';

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
  /** For people to read. */
  price: string;
  isSoldOut: boolean;
  /** The part's own page. */
  address: string;
};

/** As lists show it: what matters of its specification, instead of a description. */
export type ListedPart = CardPart & {
  slug: string;
  facts: string[];
  /** For people to read; undefined where nobody buys by the gigabyte. */
  pricePerGb: string | undefined;
};

const { product } = wording;

/**
 * Two columns of a page, or one. Three are up to 23 rem wide and say 20: so an ordinary screen takes the files of 320
 * pixels, a third of the weight, and a fine one those of 640. So does a phone, which says a twelfth less than it has.
 */
const sizes = '(width >= 64rem) 20rem, (width >= 40rem) 46vw, calc(92vw - 2rem)';

type PartCardProps = {
  part: CardPart | ListedPart;
  /** The rank of its name among the page's headings. */
  heading: 'h2' | 'h3';
  isFirst?: boolean;
  compare?: CompareCheckbox | undefined;
};

/** The form in which parts can be chosen to be compared, and the slugs of those that are. */
type CompareCheckbox = { form: string; chosen: readonly string[] };

export function PartCard({ part, heading: Heading, isFirst = false, compare }: PartCardProps) {
  const listed = 'facts' in part ? part : undefined;
  return (
    <article className="part">
      <div className="part-picture">
        <ResponsiveImage of={part.image} alt={part.alt} sizes={sizes} isFirst={isFirst} />
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
          {withNonBreakingSpaces(listed ? listed.facts.join('\u00a0· ') : part.description)}
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
        <div className="part-foot">
          <p>
            <span className="part-price">{part.price}</span>{' '}
            <span className="muted text-sm">{product.perUnit}</span>
            {listed?.pricePerGb && <span className="part-per-gb">{listed.pricePerGb} per GB</span>}
          </p>
          {!part.isSoldOut && (
            <Link className="btn btn-tint btn-sm" to={paths.purchase(part.id)}>
              {product.purchase} <span className="sr-only">{part.name}</span>
            </Link>
          )}
        </div>
        {listed && compare && (
          <label className="tick part-compare">
            <input
              type="checkbox"
              name="part"
              value={listed.slug}
              form={compare.form}
              defaultChecked={compare.chosen.includes(listed.slug)}
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

/** Cards in one, two or three columns. */
export function PartGrid({
  parts,
  heading,
  firstCount = 0,
  compare,
}: {
  parts: (CardPart | ListedPart)[];
  heading: 'h2' | 'h3';
  /** How many of them are seen at once. */
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
