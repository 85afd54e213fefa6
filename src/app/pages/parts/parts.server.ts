/** Loads a list of parts: results, facets and the addresses of all further choices. */
import { data, type RouterContextProvider, redirect } from 'react-router';
import type { ChosenParts } from '#app/pages/compare/compare-bar.tsx';
import { type ComparedParts, readComparedParts } from '#app/pages/compare/compared-parts.server.ts';
import { makePartDetails } from '#app/pages/part/part.server.ts';
import { describeListedParts } from '#app/pages/parts/listed-parts.server.ts';
import { catalogueContext } from '#catalogue/components/catalogue-context.server.ts';
import type { PartCounts } from '#catalogue/database/catalogue.ts';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import { addNamedPart } from '#catalogue/rules/compared-parts.ts';
import { describeChosen, listRelaxations, makeFacets } from '#catalogue/rules/index/facets.ts';
import { findLanding } from '#catalogue/rules/index/landings.ts';
import {
  findSearchProblem,
  formatListQuery,
  type ListQuery,
  makeListPath,
  parseListParameters,
} from '#catalogue/rules/lists/list-queries.ts';
import { addListView, defaultView, type ListView, readListView } from '#catalogue/rules/lists/list-views.ts';
import { listSorts } from '#catalogue/rules/lists/sorts.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import { findCategory } from '#catalogue/rules/search/kinds.ts';
import { readPromises } from '#delivery/components/promises.server.ts';
import { readListedBuild } from '#fit/components/listed-build.server.ts';
import { makePreviewImage } from '#ui/images/image-manifest.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

const pageSize = 24; // fills two columns and three

/** Responds with 404 to an unknown category or page, and with 400 to a search that cannot be run. */
export async function readParts(
  context: Readonly<RouterContextProvider>,
  url: URL,
  pathCategory: string | undefined,
) {
  const { db, publicUrl, showsStock } = context.get(pageContext);
  const catalogue = context.get(catalogueContext);
  const category = categories.find((each) => each === pathCategory);
  if (pathCategory !== undefined && !category) {
    throw data({ detail: 'There is no such category of parts.' }, { status: 404 });
  }
  const { query, problems } = parseListParameters(url.searchParams, category);
  if (query.category !== category) throw redirect(makeListPath(query)); // 'biggest hard drive'
  const searchProblem = findSearchProblem(problems);
  const offset = (query.page - 1) * pageSize;
  const [{ list, counts }, compared, build, promises] = await Promise.all([
    catalogue.browse(query, { size: pageSize, offset }),
    category ? readComparedParts(db, category, url.searchParams) : undefined,
    readListedBuild(db, query),
    readPromises(context),
  ]);
  if (query.sort !== 'stock') showsStock({ parts: list.rows.map(({ id }) => id), showsAvailability: true });
  const slugs = compared?.parts.map(({ slug }) => slug) ?? [];
  const shownView = readListView(url.searchParams);
  const makePlainPath = buildPathMaker(category, slugs);
  const makePath = (query: ListQuery) => addListView(makePlainPath(query), shownView);
  const pageCount = Math.max(1, Math.ceil(list.total / pageSize));
  const pageExists = query.page <= pageCount;
  const landing = findLanding(query, counts);
  const view = {
    ...describeQuery(query, counts, makePath),
    ...describeListedParts(list.rows, {
      query,
      promises,
      describeFit: (row) => build?.describe(row),
      makePath,
    }),
    total: list.total,
    correction: list.correction,
    buildPath: build?.path,
    notChecked: build?.listNotChecked(list.rows) ?? [],
    deliveryNote: promises.note,
    view: shownView,
    viewPaths: describeViews((view) => addListView(makePlainPath(query), view)),
    firstPagePath: makePath({ ...query, page: 1 }),
    compared:
      compared &&
      describeCompared(compared, (named) => addListView(addNamedPart(makeListPath(query), named), shownView)),
    canonical: searchProblem ? undefined : publicUrl + makePlainPath(query),
    searchProblem,
    unread: problems.filter(({ unread }) => unread !== undefined),
    landing,
    image: findListImage(list.rows, publicUrl),
    /** For search engines: they index plain lists and landings, and not what else is searched, filtered or sorted. */
    isVariant:
      !searchProblem &&
      !(landing && slugs.length === 0 && shownView === defaultView) &&
      (slugs.length > 0 ||
        shownView !== defaultView ||
        formatListQuery({ ...query, page: 1 }, { hasCategory: false }).size > 0),
    page: pageExists ? query.page : undefined,
    pageCount,
    firstNumber: offset + 1,
  };
  return data(view, { status: searchProblem ? 400 : pageExists ? 200 : 404 });
}

function findListImage([first]: readonly PartOnSale[], publicUrl: string) {
  if (!first) return undefined;
  const { image, alt } = makePartDetails(first);
  return makePreviewImage({ address: image, description: alt }, publicUrl);
}

/** Links within the category keep the parts that are chosen to be compared; other categories cannot. */
function buildPathMaker(category: Category | undefined, slugs: readonly string[]) {
  return (query: ListQuery) =>
    query.category === category ? addNamedPart(makeListPath(query), slugs) : makeListPath(query);
}

function describeViews(makePath: (view: ListView) => string) {
  return { table: makePath('table'), cards: makePath('cards') } satisfies Record<ListView, string>;
}

function describeCompared(
  { parts, omitted }: ComparedParts,
  makePath: (slugs: string[]) => string,
): ChosenParts {
  const slugs = parts.map(({ slug }) => slug);
  return {
    parts: parts.map(({ slug, name }) => ({
      slug,
      name,
      pathWithout: makePath(slugs.filter((each) => each !== slug)),
    })),
    omitted,
  };
}

function describeQuery(query: ListQuery, counts: PartCounts, makePath: (query: ListQuery) => string) {
  const { category, q, sort } = query;
  const isListed = category === undefined || counts.categories.has(category);
  return {
    category,
    q,
    notUnderstood: query.notUnderstood,
    uncertainLacks: counts.uncertainLacks,
    sort,
    sorts: listSorts(category, q !== ''),
    isPartial: counts.isPartial,
    missing: counts.missing,
    facets: makeFacets(query, counts),
    chosen: describeChosen(query).map(({ label, without }) => ({ label, to: makePath(without) })),
    pathWithoutFilters: makePath({ ...query, choices: new Map(), page: 1 }),
    /** Where nothing is found: the list of what is searched. */
    nearest: category ?? (counts.total === 0 ? findCategory(query.meaning ?? q) : undefined),
    categories: [...(isListed ? [] : [[category, 0] as const]), ...counts.categories].map(
      ([each, count]) => ({
        category: each,
        count,
        to: makePath(changeCategory(query, each)),
      }),
    ),
    allCategoriesPath: makePath(changeCategory(query, undefined)),
    relaxations: listRelaxations(query, counts).map(({ label, total, without }) => ({
      label,
      total,
      to: makePath(without),
    })),
  };
}

function changeCategory(query: ListQuery, category: Category | undefined): ListQuery {
  const sort = query.q === '' ? 'featured' : 'relevance';
  return { category, q: query.q, choices: new Map(), sort, page: 1 };
}
