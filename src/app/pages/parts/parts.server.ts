/** Loads a list of parts: results, facets and the addresses of all further choices. */
import { data, type RouterContextProvider, redirect } from 'react-router';
import type { ChosenParts } from '#app/pages/compare/compare-bar.tsx';
import { type ComparedParts, readComparedParts } from '#app/pages/compare/compared-parts.server.ts';
import { makeListedPartCard, makePartCard } from '#app/pages/parts/part-cards.server.ts';
import { catalogueContext } from '#catalogue/components/catalogue-context.server.ts';
import type { PartCounts, PartList } from '#catalogue/database/catalogue.ts';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import { addNamedPart } from '#catalogue/rules/compared-parts.ts';
import { describeChosen, listRelaxations, makeFacets } from '#catalogue/rules/index/facets.ts';
import {
  findSearchProblem,
  formatListQuery,
  type ListQuery,
  makeListPath,
  parseListParameters,
} from '#catalogue/rules/lists/list-queries.ts';
import { listSorts } from '#catalogue/rules/lists/sorts.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import { type Promises, readPromises } from '#delivery/components/promises.server.ts';
import { type ListedBuild, readListedBuild } from '#fit/components/listed-build.server.ts';
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
  const makePath = buildPathMaker(category, slugs);
  const pageCount = Math.max(1, Math.ceil(list.total / pageSize));
  const pageExists = query.page <= pageCount;
  const view = {
    ...describeQuery(query, counts, makePath),
    ...describeList(list, { build, promises }),
    firstPagePath: makePath({ ...query, page: 1 }),
    compared: compared && describeCompared(compared, query),
    canonical: searchProblem ? undefined : publicUrl + makePath(query),
    searchProblem,
    image: findListImage(list.rows, publicUrl),
    /** For search engines: they index the plain list and not what is searched, filtered or sorted. */
    isVariant:
      !searchProblem &&
      (slugs.length > 0 || formatListQuery({ ...query, page: 1 }, { hasCategory: false }).size > 0),
    page: pageExists ? query.page : undefined,
    pageCount,
    firstNumber: offset + 1,
  };
  return data(view, { status: searchProblem ? 400 : pageExists ? 200 : 404 });
}

function findListImage([first]: readonly PartOnSale[], publicUrl: string) {
  if (!first) return undefined;
  const { image, alt } = makePartCard(first, undefined);
  return makePreviewImage({ address: image, description: alt }, publicUrl);
}

/** Links within the category keep the parts that are chosen to be compared; other categories cannot. */
function buildPathMaker(category: Category | undefined, slugs: readonly string[]) {
  return (query: ListQuery) =>
    query.category === category ? addNamedPart(makeListPath(query), slugs) : makeListPath(query);
}

function describeCompared({ parts, omitted }: ComparedParts, query: ListQuery): ChosenParts {
  const slugs = parts.map(({ slug }) => slug);
  return {
    parts: parts.map(({ slug, name }) => ({
      slug,
      name,
      pathWithout: addNamedPart(
        makeListPath(query),
        slugs.filter((each) => each !== slug),
      ),
    })),
    omitted,
  };
}

function describeList(
  list: PartList,
  { build, promises }: { build: ListedBuild | undefined; promises: Promises },
) {
  const parts = list.rows.map((row) => ({
    ...makeListedPartCard(row, promises),
    fit: build?.describe(row),
  }));
  return {
    parts,
    total: list.total,
    correction: list.correction,
    buildPath: build?.path,
    notChecked: build?.listNotChecked(list.rows) ?? [],
    deliveryNote: promises.note,
  };
}

function describeQuery(query: ListQuery, counts: PartCounts, makePath: (query: ListQuery) => string) {
  const { category, q, sort } = query;
  return {
    category,
    q,
    sort,
    sorts: listSorts(category, q !== ''),
    isPartial: counts.isPartial,
    facets: makeFacets(query, counts),
    chosen: describeChosen(query).map(({ label, without }) => ({ label, to: makePath(without) })),
    pathWithoutFilters: makePath({ ...query, choices: new Map(), page: 1 }),
    categories: [...includeCategory(counts.categories, category)].map(([each, count]) => ({
      category: each,
      count,
      to: makePath(changeCategory(query, each)),
    })),
    allCategoriesPath: makePath(changeCategory(query, undefined)),
    relaxations: listRelaxations(query, counts).map(({ label, total, without }) => ({
      label,
      total,
      to: makePath(without),
    })),
  };
}

function includeCategory(
  counts: PartCounts['categories'],
  category: Category | undefined,
): PartCounts['categories'] {
  return category && !counts.has(category) ? new Map([[category, 0], ...counts]) : counts;
}

function changeCategory(query: ListQuery, category: Category | undefined): ListQuery {
  const sort = query.q === '' ? 'featured' : 'relevance';
  return { category, q: query.q, choices: new Map(), sort, page: 1 };
}
