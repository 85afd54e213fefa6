/** Up to four parts of a category side by side, at an address that can be shared. */

import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Link } from 'react-router';
import stylesheet from '#app/pages/compare/compare.css?url';
import { readComparison } from '#app/pages/compare/compare.server.ts';
import type { ComparedRow, Comparison } from '#app/pages/compare/comparison-view.ts';
import { OmittedPartsNotice } from '#app/pages/compare/omitted-parts.tsx';
import { AddToBasket } from '#basket/components/add-to-basket.tsx';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import { addNamedPart, maxComparedParts } from '#catalogue/rules/compared-parts.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { Breadcrumbs } from '#ui/components/breadcrumbs.tsx';
import { Icon } from '#ui/components/icons.tsx';
import { EmptyState } from '#ui/components/notice.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { ResponsiveImage } from '#ui/images/responsive-image.tsx';
import { makeNotFoundMeta, NotFound } from '#ui/layout/not-found-page.tsx';
import type { Route } from './+types/compare.ts';

export const handle = { isPublic: true };

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

export function loader({ context, params, url }: Route.LoaderArgs) {
  return readComparison(context, params, url);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const comparison = loaderData?.comparison;
  if (!comparison) return makeNotFoundMeta(matches);
  const { parts, category, canonical } = comparison;
  const names = parts.map(({ name }) => name).join(', ');
  const kind = categoryLabels[category].plural;
  return makePageMeta({
    matches,
    title: parts.length > 1 ? `Compare ${names}` : `Compare parts: ${kind}`,
    description:
      parts.length > 1
        ? `Price, stock and specification side by side: ${names}.`
        : `${kind}: up to four parts side by side, with what differs between them.`,
    canonical,
  });
}

export default function Compare({ loaderData: { comparison } }: Route.ComponentProps) {
  if (!comparison) return <NotFound />;
  const { parts, category, groups } = comparison;
  const list = { name: categoryLabels[category].plural, to: paths.category(category) };
  return (
    <div className="wrap pt-5">
      <Breadcrumbs steps={[{ name: wording.navigation.parts, to: paths.parts }, list]} current="Comparison" />
      <h1 className="mt-3 text-3xl">
        {parts.length > 1 ? `${parts.length} parts compared` : 'Compare parts'}
      </h1>
      <OmittedPartsNotice omitted={comparison.omitted} />
      {parts.length === 0 && (
        <EmptyState image="empty-parts">
          <p className="text-lg">A comparison needs two parts at least, and none is chosen yet.</p>
          <Link className="btn btn-primary" to={list.to}>
            Choose from the list: {list.name}
          </Link>
        </EmptyState>
      )}
      {parts.length === 1 && (
        <p className="mt-4 max-w-[62ch] text-lg">
          A comparison needs two parts at least: choose another one to stand beside this one.
        </p>
      )}
      {parts.length > 1 && (
        <p className="comparison-key">
          <span>
            <span className="comparison-mark" aria-hidden="true">
              ≠
            </span>{' '}
            marks the lines in which they differ.
          </span>
          <Link className="link" to={comparison.togglePath} preventScrollReset>
            {comparison.onlyDifferences ? 'Show all lines' : 'Show only what differs'}
          </Link>
        </p>
      )}
      {parts.length > 0 && (
        <>
          <ComparisonTable parts={parts} groups={groups} />
          <Additions comparison={comparison} list={list} />
        </>
      )}
    </div>
  );
}

type AdditionsProps = { comparison: Comparison; list: { name: string; to: string } };

function Additions({ comparison: { parts, additions }, list }: AdditionsProps) {
  const slugs = parts.map(({ slug }) => slug);
  return (
    <section className="mt-8" aria-labelledby="add">
      <h2 className="text-xl" id="add">
        {parts.length < maxComparedParts ? 'Add another' : 'Compare others'}
      </h2>
      <p className="mt-3 flex flex-wrap gap-3">
        <Link
          className="btn btn-primary"
          to={parts.length < maxComparedParts ? addNamedPart(list.to, slugs) : list.to}
        >
          Choose from the list: {list.name}
        </Link>
      </p>
      {additions.length > 0 && (
        <ul className="comparison-additions">
          {additions.map(({ name, to }) => (
            <li key={to}>
              <Icon of={Plus} />
              <Link className="link" to={to} preventScrollReset>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A table of parts: a column for each part, a row for each field. */
function ComparisonTable({ parts, groups }: Pick<Comparison, 'parts' | 'groups'>) {
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
