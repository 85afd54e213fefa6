/** Parts similar to a part, most similar first, and a link to compare them. */
import { Link } from 'react-router';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { wording } from '#domain/wording.ts';
import type { PartDetails } from '#web/catalogue/part/part-view.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';

type SimilarPartsProps = { parts: readonly PartDetails[]; comparison: string | undefined };

export function SimilarParts({ parts, comparison }: SimilarPartsProps) {
  if (parts.length === 0) return null;
  return (
    <section className="section" aria-labelledby="similar">
      <div className="heading-row">
        <h2 className="heading" id="similar">
          Similar parts
        </h2>
        {comparison && (
          <p className="prose-links">
            <Link className="inline-block py-1" to={comparison}>
              Compare the nearest
            </Link>
          </p>
        )}
      </div>
      <ul className="similar">
        {parts.map((part) => (
          <li key={part.id}>
            <div className="part-picture">
              <ResponsiveImage of={part.image} alt="" sizes="(width >= 40rem) 9rem, 6rem" />
            </div>
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
