/** A table of parts: a column for each part, a row for each field. */
import X from 'lucide-react/icons/x';
import { Link } from 'react-router';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import * as paths from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import { AddToBasket } from '#web/basket/add-to-basket.tsx';
import type { ComparedRow, Comparison } from '#web/catalogue/compare/comparison-view.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import { Icon } from '#web/ui/icons.tsx';

export function ComparisonTable({ parts, groups }: Pick<Comparison, 'parts' | 'groups'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="comparison" aria-label="The comparison, to be scrolled sideways" tabIndex={0}>
      <table>
        {/* fixes the column widths before the head has arrived */}
        <colgroup>
          <col />
          {parts.map(({ id }) => (
            <col key={id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td />
            {parts.map((part) => (
              <th key={part.id} scope="col">
                <PartHead part={part} isOnly={parts.length === 1} />
              </th>
            ))}
          </tr>
        </thead>
        {/* what the visitor chose is known in the browser only */}
        <tbody hidden>
          <tr>
            <th scope="row">With what you chose</th>
            {parts.map(({ id }) => (
              <td key={id} data-fit={id} />
            ))}
          </tr>
        </tbody>
        {groups.map(({ group, rows }) => (
          <tbody key={group}>
            <tr className="comparison-group">
              <th scope="rowgroup" colSpan={parts.length + 1}>
                <span>{group}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <Row key={row.label} row={row} parts={parts} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function PartHead({ part, isOnly }: { part: Comparison['parts'][number]; isOnly: boolean }) {
  return (
    <>
      <div className="part-picture comparison-picture">
        <ResponsiveImage of={part.image} alt="" sizes="(width >= 64rem) 16rem, 10rem" isFirst />
      </div>
      <Link className="comparison-name" to={part.to}>
        {withNonBreakingSpaces(part.name)}
      </Link>
      <div className="comparison-ways">
        {part.price !== undefined && !part.isSoldOut && (
          <>
            <AddToBasket part={part} look="btn btn-sm" />
            <Link className="btn btn-tint btn-sm" to={paths.purchase(part.id)}>
              {wording.product.purchase} <span className="sr-only">{part.name}</span>
            </Link>
          </>
        )}
        {!isOnly && (
          <Link className="comparison-remove" to={part.pathWithout} preventScrollReset>
            <Icon of={X} /> Remove <span className="sr-only">{part.name}</span>
          </Link>
        )}
      </div>
    </>
  );
}

function Row({ row: { label, values, differs }, parts }: { row: ComparedRow; parts: Comparison['parts'] }) {
  return (
    <tr className={differs ? 'differs' : undefined}>
      <th scope="row">
        {label}
        {differs && (
          <>
            {' '}
            <span className="comparison-mark" aria-hidden="true">
              ≠
            </span>
            <span className="sr-only">, differs</span>
          </>
        )}
      </th>
      {parts.map(({ id }, index) => (
        <td key={id}>{values[index] ?? <NotStated />}</td>
      ))}
    </tr>
  );
}

function NotStated() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not stated</span>
    </>
  );
}
