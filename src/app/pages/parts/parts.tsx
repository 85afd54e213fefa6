/** A list of parts, of one category or all: search, filters, sort and page are in the address. */
import LayoutGrid from 'lucide:layout-grid';
import Rows3 from 'lucide:rows-3';
import type { ChangeEvent } from 'react';
import { Link, useSubmit } from 'react-router';
import { CompareBar } from '#app/pages/compare/compare-bar.tsx';
import browseStyles from '#app/pages/parts/browse.css?url';
import { PartList } from '#app/pages/parts/part-list.tsx';
import { readParts } from '#app/pages/parts/parts.server.ts';
import { PartFilters, UnreadLimit } from '#catalogue/components/part-filters.tsx';
import { readFilterQuery } from '#catalogue/components/run-filters.ts';
import { SearchOutcome } from '#catalogue/components/search-outcome.tsx';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import type { Landing } from '#catalogue/rules/index/landings.ts';
import { defaultView, viewParameter } from '#catalogue/rules/lists/list-views.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { DeliveryNoteLine } from '#delivery/components/delivery-note.tsx';
import { useTimedTexts } from '#delivery/components/timed-text.tsx';
import verdictStyles from '#fit/components/verdict.css?url';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { capitalize, countWords, formatNumber } from '#kernel/words.ts';
import { Icon } from '#ui/components/icons.tsx';
import { EmptyState } from '#ui/components/notice.tsx';
import { makePageMeta } from '#ui/components/page-meta.ts';
import { Pager } from '#ui/components/pager.tsx';
import { readShop } from '#ui/layout/shop.ts';
import type { Route } from './+types/parts.ts';

export const handle = { isPublic: true };

export const links: Route.LinksFunction = () =>
  [browseStyles, verdictStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: `Parts – ${readShop(matches).name}` }];
  const { page, total, category, canonical, image, isVariant, landing } = loaderData;
  const pageSuffix = page && page > 1 ? `, page ${page}` : '';
  return [
    ...makePageMeta({
      matches,
      title: makeHeading(loaderData) + pageSuffix,
      description: landing
        ? landing.sentence + pageSuffix
        : `${formatPartCount(total, category)}${pageSuffix}. Filter by what matters, compare, and have it delivered to town and country.`,
      canonical,
      image,
    }),
    ...(isVariant ? [{ name: 'robots', content: 'noindex, follow' }] : []),
  ];
};

export function loader({ context, url, params }: Route.LoaderArgs) {
  return readParts(context, url, (params as { category?: string }).category);
}

type Listed = Route.ComponentProps['loaderData'];

export default function Parts({ loaderData }: Route.ComponentProps) {
  const { view, searchProblem, buildPath, total, chosen } = loaderData;
  const deliveryNote = total > 0 || chosen.length > 0 ? loaderData.deliveryNote : undefined;
  useTimedTexts();
  if (searchProblem) return <RefusedSearch problem={searchProblem} />;
  return (
    <div className="wrap browse" data-shown={view}>
      <header className="browse-head">
        <h1>{makeHeading(loaderData)}</h1>
        <p className="muted" role="status" data-count>
          {countListed(loaderData)}
        </p>
        {loaderData.landing && <p className="muted">{loaderData.landing.sentence}</p>}
      </header>
      <a className="skip-link" href="#parts">
        Skip to the parts
      </a>
      <Categories listed={loaderData} />
      {buildPath && <BackToBuild listed={loaderData} to={buildPath} />}
      <PartFilters listed={loaderData} />
      <ListBar listed={loaderData} />
      <DeliveryNoteLine note={deliveryNote} className="browse-note" />
      <div className="browse-list" id="parts" tabIndex={-1}>
        {/* a phone folds the filters, which say so there; a desk shows it here alone */}
        {loaderData.unread.map((problem) => (
          <UnreadLimit
            key={problem.path}
            label={loaderData.facets.find(({ key }) => problem.path.startsWith(`${key}-m`))?.label}
            problem={problem}
            role="alert"
            className="browse-meant"
          />
        ))}
        <CorrectedSearch listed={loaderData} />
        {!buildPath && <Chosen listed={loaderData} />}
        <ResultList listed={loaderData} />
      </div>
      {/* after the list, as phones show it, which would push it down while it comes */}
      {!buildPath && (
        <p className="browse-build">
          <Link className="link" to={paths.build}>
            Build a computer from parts that fit
          </Link>
        </p>
      )}
    </div>
  );
}

function BackToBuild({ listed, to }: { listed: Listed; to: string }) {
  return (
    <div className="browse-back">
      <Link className="link" to={to} rel="nofollow">
        Back to the build
      </Link>
      <Chosen listed={listed} />
      {listed.notChecked.length > 0 && (
        <details>
          <summary>Not checked</summary>
          <p className="muted">We do not know {listed.notChecked.join('; ')}.</p>
        </details>
      )}
    </div>
  );
}

function RefusedSearch({ problem }: { problem: string }) {
  return (
    <div className="wrap pt-8">
      <h1 className="text-3xl">{wording.navigation.parts}</h1>
      <EmptyState image="empty-parts" link={{ to: paths.parts, label: 'See all parts' }}>
        <p className="text-lg">This cannot be searched for. {problem}.</p>
        <p>The search field still holds it: change it there, or look through all parts.</p>
      </EmptyState>
    </div>
  );
}

function CorrectedSearch({ listed }: { listed: Listed }) {
  const { q, correction, isPartial, missing, notUnderstood, uncertainLacks, total } = listed;
  const isOther = total > 0 && (correction !== undefined || isPartial);
  const isUncertain = total > 0 && uncertainLacks.length > 0;
  if (!isOther && !notUnderstood && !isUncertain) return null;
  return (
    <p className="browse-meant">
      {notUnderstood && `“${notUnderstood}” was not understood: no such fact of these parts is known. `}
      {isOther && <SearchOutcome q={q} correction={correction} isPartial={isPartial} missing={missing} />}
      {isUncertain &&
        ` Parts that say “${uncertainLacks.join('” or “')}” are left out; others may have it without saying so.`}
    </p>
  );
}

function Chosen({ listed: { chosen, pathWithoutFilters } }: { listed: Listed }) {
  if (chosen.length === 0) return null;
  return (
    <ul className="chosen" aria-label="Chosen filters">
      {chosen.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} aria-label={`Remove ${label}`}>
            {label} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <Link className="chosen-all" to={pathWithoutFilters}>
            Remove all
          </Link>
        </li>
      )}
    </ul>
  );
}

/** How the list is sorted and laid out. */
function ListBar({ listed: { sort, sorts, total, view, viewPaths } }: { listed: Listed }) {
  const submit = useSubmit();
  return (
    <div className="browse-bar">
      {view !== defaultView && <input type="hidden" name={viewParameter} value={view} form="filters" />}
      {total > 1 && (
        <p className="browse-sort flex-wrap">
          <label htmlFor="sort">Sort by</label>
          <select
            className="select select-sm"
            id="sort"
            name="sort"
            form="filters"
            key={sort}
            defaultValue={sort}
            onChange={({ currentTarget: { form } }) => form && submit(form)}
          >
            {sorts.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
          <button type="submit" className="btn btn-sm" form="filters" data-no-script>
            Sort
          </button>
        </p>
      )}
      {total > 0 &&
        views.map(({ key, label, icon }) => (
          <Link
            key={key}
            className="btn btn-sm browse-view"
            to={viewPaths[key]}
            data-choose-view={key}
            rel="nofollow"
            preventScrollReset
          >
            <Icon of={icon} /> <span className="browse-view-name">{label}</span>
          </Link>
        ))}
    </div>
  );
}

/** Styles show the one that the list is not laid out as. */
const views = [
  { key: 'table', label: 'Show as table', icon: Rows3 },
  { key: 'cards', label: 'Show as cards', icon: LayoutGrid },
] as const;

function ResultList({ listed }: { listed: Listed }) {
  const { parts, columns, headings, page, pageCount, firstPagePath, category, compared, deliveryNote } =
    listed;
  const submit = useSubmit();
  const choose = ({ target }: ChangeEvent<HTMLElement>) => {
    const { name, form } = target as HTMLInputElement;
    if (name === 'part' && form)
      submit(readFilterQuery(form, target), { replace: true, preventScrollReset: true });
  };
  return (
    <div onChange={choose}>
      {page === undefined && <NoSuchPage listed={listed} />}
      {page !== undefined && parts.length === 0 && <NothingFound listed={listed} />}
      {parts.length > 0 && (
        <PartList
          caption={makeHeading(listed)}
          parts={parts}
          columns={columns}
          headings={headings}
          arrivalLabel={deliveryNote?.arrival ?? 'Arrives'}
          compare={compared && { form: 'filters', chosen: compared.parts.map(({ slug }) => slug) }}
        />
      )}
      {category && compared && (parts.length > 0 || compared.parts.length > 0) && (
        <CompareBar category={category} chosen={compared} page={page ?? 1} />
      )}
      {parts.length > 0 && <Pager page={page ?? 1} pageCount={pageCount} address={firstPagePath} />}
    </div>
  );
}

function Categories({ listed: { category, categories, allCategoriesPath } }: { listed: Listed }) {
  return (
    <nav className="browse-kinds" aria-label="Categories">
      <ul className="browse-categories">
        <li>
          <Link to={allCategoriesPath} aria-current={category ? undefined : 'true'}>
            All
          </Link>
        </li>
        {categories.map(({ category: each, count, to }) => (
          <li key={each}>
            <Link to={to} aria-current={each === category ? 'true' : undefined}>
              {categoryLabels[each].plural} <span className="muted">{formatNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NothingFound({ listed: { relaxations, chosen, q, category, nearest } }: { listed: Listed }) {
  const isUnfiltered = chosen.length === 0 && !q;
  const listed = isUnfiltered ? undefined : nearest;
  return (
    <EmptyState image="empty-parts">
      {isUnfiltered ? (
        <p className="text-lg">
          {category ? 'Nothing of this kind is on sale' : 'There is nothing on sale'} at the moment.
        </p>
      ) : (
        <p className="text-lg">{`No part fits ${chosen.length > 0 ? 'all of that' : `“${q}”`}.`}</p>
      )}
      {relaxations.length > 0 && (
        <>
          <p>Drop one of these:</p>
          <ul className="chosen">
            {relaxations.map(({ label, total, to }) => (
              <li key={label}>
                <Link to={to}>
                  {label} <span className="muted">({formatPartCount(total)})</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        {isUnfiltered && !category ? (
          <Link className="btn" to={paths.contact}>
            Ask us for a part
          </Link>
        ) : (
          <Link className="btn" to={listed ? paths.category(listed) : paths.parts}>
            {`See all ${listed ? categoryLabels[listed].counted.plural : 'parts'}`}
          </Link>
        )}
      </p>
    </EmptyState>
  );
}

function NoSuchPage({ listed: { pageCount, firstPagePath } }: { listed: Listed }) {
  return (
    <EmptyState image="empty-parts" link={{ to: firstPagePath, label: 'To the first page', isPrimary: true }}>
      <p className="text-lg">
        There is no such page: the list has {pageCount === 1 ? 'one page' : `${pageCount} pages`}.
      </p>
    </EmptyState>
  );
}

type Headed = { q: string; category: Category | undefined; landing: Landing | undefined };

function makeHeading({ q, category, landing }: Headed): string {
  if (landing) return capitalize(landing.title);
  const kind = category ? categoryLabels[category].plural : wording.navigation.parts;
  return q ? `${kind}: “${q}”` : kind;
}

/** '22 graphics cards', '25 to 48 of 191 parts' */
function countListed({ total, category, firstNumber, parts }: Listed): string {
  const all = formatPartCount(total, category);
  if (parts.length === 0 || parts.length === total) return all;
  return `${formatNumber(firstNumber)} to ${formatNumber(firstNumber + parts.length - 1)} of ${all}`;
}

function formatPartCount(total: number, category?: Category): string {
  if (!category) return countWords(total, 'part');
  const { singular, plural } = categoryLabels[category].counted;
  return countWords(total, singular, plural);
}
