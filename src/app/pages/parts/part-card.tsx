/** A part as a card: image, name, stock, price and a link to buy it. */
import { Link } from 'react-router';
import type { PartDetails } from '#app/pages/part/part-view.ts';
import { AddToBasket } from '#basket/components/add-to-basket.tsx';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import { Timed, type TimedText } from '#delivery/components/timed-text.tsx';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { Fact } from '#ui/components/fact.tsx';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';

export type CardPart = PartDetails & {
  description: string;
  /** 'Arrives Tue 25 to Thu 27 Nov'; undefined: nobody can have it delivered now. */
  promise: TimedText | undefined;
};

const { product } = wording;

function PartCard({ part }: { part: CardPart }) {
  return (
    <article className="part">
      <div className="part-picture">
        <ResponsiveImage of={part.image} alt={part.alt} sizes="6rem" />
        {part.isSoldOut && <p className="part-sold-out">{product.soldOut}</p>}
      </div>
      <div className="part-words">
        <p className="part-kind">
          {[categoryLabels[part.category].singular, part.brand].filter(Boolean).join(' · ')}
        </p>
        <h3>
          <Link to={part.to}>{withNonBreakingSpaces(part.name)}</Link>
        </h3>
        {part.description && <p className="part-description">{withNonBreakingSpaces(part.description)}</p>}
        <dl className="part-facts">
          <Fact name={product.stock}>{part.stock}</Fact>
          <Fact name={product.minimumOrder}>{part.minimumOrder}</Fact>
        </dl>
        <p className="part-promise">{part.promise && <Timed of={part.promise} />}</p>
        <div className="part-foot">
          <p>
            <span className="part-price">{part.price}</span>{' '}
            <span className="muted text-sm">{product.perUnit}</span>
          </p>
          {part.isSoldOut ? <div className="part-without-ways" /> : <PartWays part={part} />}
        </div>
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

export function PartGrid({ parts }: { parts: CardPart[] }) {
  return (
    <ul className="part-grid">
      {parts.map((part) => (
        <li key={part.id}>
          <PartCard part={part} />
        </li>
      ))}
    </ul>
  );
}
