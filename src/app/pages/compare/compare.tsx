/** Up to four parts of a category side by side, at an address that can be shared. */
import Check from 'lucide:check';
import Plus from 'lucide:plus';
import X from 'lucide:x';
import { Fragment } from 'react';
import { Link } from 'react-router';
import stylesheet from '#app/pages/compare/compare.css?url';
import { readComparison } from '#app/pages/compare/compare.server.ts';
import type { ComparedRow, Comparison } from '#app/pages/compare/comparison-view.ts';
import { OmittedPartsNotice } from '#app/pages/compare/omitted-parts.tsx';
import { ChosenFit } from '#app/pages/part/chosen-fit.tsx';
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
import { tableRoles } from '#ui/components/table-roles.ts';
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
      {comparison.answer && (
        <section className="comparison-answer" aria-labelledby="answer">
          <h2 id="answer" className="sr-only">
            Which is better
          </h2>
          <p>
            {comparison.answer.better.map(({ names, text }) => (
              <Fragment key={text}>
                {names && <strong>{names}</strong>}
                {text}
              </Fragment>
            ))}
          </p>
          {comparison.answer.unknown && <p className="comparison-unknown">{comparison.answer.unknown}</p>}
        </section>
      )}
      {parts.length > 0 && (
        <>
          {parts.length > 1 && (
            <p className="comparison-key">
              <span>
                <Mark /> marks the lines in which they differ.
              </span>
              <Link className="link" to={comparison.togglePath} preventScrollReset>
                {comparison.onlyDifferences ? 'Show all lines' : 'Show only what differs'}
              </Link>
            </p>
          )}
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
        <ul className="comparison-additions mt-4 grid gap-1">
          {additions.map(({ name, to }) => (
            <li key={to} className="flex items-baseline gap-2">
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

/** A line of parts for each field, below the field's name on narrow screens. */
function ComparisonTable({ parts, groups }: Pick<Comparison, 'parts' | 'groups'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that may be scrollable must be reachable by keyboard
    <section className="comparison" aria-label="The comparison" tabIndex={0} data-parts={parts.length}>
      <table {...tableRoles.table}>
        <thead {...tableRoles.group}>
          <tr {...tableRoles.row} className="comparison-pictures">
            <td {...tableRoles.cell} />
            {parts.map((part) => (
              <td {...tableRoles.cell} key={part.id}>
                <div className="part-picture comparison-picture">
                  <ResponsiveImage of={part.image} alt="" sizes="(width >= 64rem) 13rem, 8rem" isFirst />
                </div>
              </td>
            ))}
          </tr>
          <tr {...tableRoles.row} className="comparison-names">
            <td {...tableRoles.cell} />
            {parts.map(({ id, to, name, price }) => (
              <th {...tableRoles.columnHeader} key={id}>
                <Link className="comparison-name" to={to}>
                  {withNonBreakingSpaces(name)}
                </Link>
                <span className="font-bold">{price ?? 'No price yet'}</span>
              </th>
            ))}
          </tr>
          <tr {...tableRoles.row}>
            <td {...tableRoles.cell} />
            {parts.map((part) => (
              <td {...tableRoles.cell} key={part.id}>
                <Ways part={part} isOnly={parts.length === 1} />
              </td>
            ))}
          </tr>
        </thead>
        {/* what the visitor chose is known in the browser only */}
        <tbody {...tableRoles.group} hidden>
          <tr {...tableRoles.row}>
            <th {...tableRoles.rowHeader}>
              <span>With what you chose</span>
            </th>
            {parts.map(({ id }) => (
              <td {...tableRoles.cell} key={id}>
                <ChosenFit id={id} />
              </td>
            ))}
          </tr>
        </tbody>
        {groups.map(({ group, rows }) => (
          <tbody {...tableRoles.group} key={group}>
            <tr {...tableRoles.row} className="comparison-group">
              <th {...tableRoles.rowHeader} scope="rowgroup" colSpan={parts.length + 1}>
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

function Ways({ part, isOnly }: { part: Comparison['parts'][number]; isOnly: boolean }) {
  return (
    <div className="comparison-ways">
      {part.price !== undefined && !part.isSoldOut && (
        <>
          <AddToBasket part={part} look="btn btn-primary btn-sm" />
          <Link className="btn btn-sm" to={paths.purchase(part.id)}>
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
  );
}

function Row({ row, parts }: { row: ComparedRow; parts: Comparison['parts'] }) {
  const { label, values, differs, missing, isBest } = row;
  const isKnownOfAll = values.every((value) => value !== undefined);
  const praise = parts.length === 2 ? 'better' : isKnownOfAll ? 'best' : 'best known';
  return (
    <tr {...tableRoles.row} className={differs ? 'differs' : undefined}>
      <th {...tableRoles.rowHeader}>
        <span>
          {label}
          {differs && (
            <>
              {' '}
              <Mark />
              <span className="sr-only">, differs</span>
            </>
          )}
        </span>
      </th>
      {parts.map(({ id }, index) => (
        <td {...tableRoles.cell} key={id}>
          {values[index] ?? <span className="muted font-normal">{missing}</span>}
          {isBest[index] && (
            <>
              {' '}
              <span className="comparison-better">
                <Icon of={Check} /> {praise}
              </span>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

function Mark() {
  return (
    <span className="font-bold text-primary" aria-hidden="true">
      ≠
    </span>
  );
}
