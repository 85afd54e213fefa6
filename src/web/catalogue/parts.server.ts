/** What a list of parts shows: everything that stands in its address, and what can be chosen next. */
import { data, type RouterContextProvider } from 'react-router';
import type { PartCounts, PartList } from '#database/catalogue/catalogue.ts';
import type { PartOnSale } from '#database/catalogue/parts.ts';
import { addNamedPart } from '#domain/catalogue/compared-parts.ts';
import { describeChosen, listRelaxations, makeFacets } from '#domain/catalogue/lists/facets.ts';
import {
  formatListQuery,
  type ListQuery,
  makeListPath,
  parseListParameters,
} from '#domain/catalogue/lists/list-queries.ts';
import { listSorts } from '#domain/catalogue/lists/sorts.ts';
import { type Category, categories } from '#domain/catalogue/parts.ts';
import type { ChosenParts } from '#web/catalogue/compare/compare-bar.tsx';
import { type ComparedParts, readComparedParts } from '#web/catalogue/compare/compared-parts.server.ts';
import { makeListedPartCard, makePartCard } from '#web/catalogue/part-cards.server.ts';
import { makeAbsoluteImageUrl } from '#web/images/image-manifest.server.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

/** Fills two columns and three. */
const pageSize = 24;

/** The list that the address asks for; a page or a category that does not exist is answered with 404. */
export async function readParts(
  context: Readonly<RouterContextProvider>,
  url: URL,
  pathCategory: string | undefined,
) {
  const { db, catalogue, publicUrl } = context.get(pageContext);
  const category = categories.find((each) => each === pathCategory);
  if (pathCategory !== undefined && !category) {
    throw data({ detail: 'There is no such category of parts.' }, { status: 404 });
  }
  const { query: question } = parseListParameters(url.searchParams, category);
  const offset = (question.page - 1) * pageSize;
  const [{ list, counts }, compared] = await Promise.all([
    catalogue.browse(question, { size: pageSize, offset }),
    category ? readComparedParts(db, category, url.searchParams) : undefined,
  ]);
  const slugs = compared?.parts.map(({ slug }) => slug) ?? [];
  const to = makeAddresses(category, slugs);
  const pageCount = Math.max(1, Math.ceil(list.total / pageSize));
  const isThere = question.page <= pageCount;
  const answer = {
    ...describeQuestion(question, counts, to),
    ...describeList(list),
    /** The address of the first page. */
    address: to({ ...question, page: 1 }),
    toCompare: compared && describeCompared(compared, question),
    canonical: publicUrl + to(question),
    picture: findListImage(list.rows, publicUrl),
    /** True for what is chosen, searched or sorted: search engines need only the lists that it is made of. */
    isOneOfMany:
      slugs.length > 0 || formatListQuery({ ...question, page: 1 }, { hasCategory: false }).size > 0,
    page: isThere ? question.page : undefined,
    pageCount,
    from: offset + 1,
  };
  return data(answer, { status: isThere ? 200 : 404 });
}

/** The first part's stands for the list. */
function findListImage([first]: readonly PartOnSale[], publicUrl: string) {
  if (!first) return undefined;
  const { image, alt } = makePartCard(first);
  return { address: makeAbsoluteImageUrl(image, publicUrl), description: alt };
}

/** What is chosen to be compared stays so on all ways within the category; nothing of another one fits beside it. */
function makeAddresses(category: Category | undefined, slugs: readonly string[]) {
  return (question: ListQuery) =>
    question.category === category ? addNamedPart(makeListPath(question), slugs) : makeListPath(question);
}

function describeCompared({ parts, omitted: leftOut }: ComparedParts, question: ListQuery): ChosenParts {
  const slugs = parts.map(({ slug }) => slug);
  return {
    parts: parts.map(({ slug, name }) => ({
      slug,
      name,
      without: addNamedPart(
        makeListPath(question),
        slugs.filter((each) => each !== slug),
      ),
    })),
    leftOut,
  };
}

function describeList(list: PartList) {
  return { parts: list.rows.map(makeListedPartCard), total: list.total, meant: list.meant };
}

function describeQuestion(question: ListQuery, counts: PartCounts, to: (question: ListQuery) => string) {
  const { category, q, sort } = question;
  return {
    category,
    q,
    sort,
    sorts: listSorts(category, q !== ''),
    isPartial: counts.isPartial,
    facets: makeFacets(question, counts),
    chosen: describeChosen(question).map(({ label, without }) => ({ label, to: to(without) })),
    withoutFilters: to({ ...question, choices: new Map(), page: 1 }),
    categories: [...withOwnImage(counts.categories, category)].map(([each, count]) => ({
      category: each,
      count,
      to: to(inCategory(question, each)),
    })),
    everywhere: to(inCategory(question, undefined)),
    reliefs: listRelaxations(question, counts).map(({ label, total, without }) => ({
      label,
      total,
      to: to(without),
    })),
  };
}

/** The category that is looked at is named where nothing is found in it, too. */
function withOwnImage(
  counts: PartCounts['categories'],
  category: Category | undefined,
): PartCounts['categories'] {
  return category && !counts.has(category) ? new Map([[category, 0], ...counts]) : counts;
}

/** What is searched for goes along into another category; what is chosen of this one's filters cannot. */
function inCategory(question: ListQuery, category: Category | undefined): ListQuery {
  const sort = question.q === '' ? 'featured' : 'relevance';
  return { category, q: question.q, choices: new Map(), sort, page: 1 };
}
