/** What a list of parts shows: everything that stands in its address, and what can be chosen next. */
import { data, type RouterContextProvider } from 'react-router';
import type { PartCounts, PartList } from '#database/catalogue.ts';
import type { PartOnSale } from '#database/parts.ts';
import { alsoNaming } from '#domain/catalogue/compared-parts.ts';
import { chosenInWords, facetsOf, listRelaxations } from '#domain/catalogue/facets.ts';
import { addressOf, type Question, readQuestion, writeQuestion } from '#domain/catalogue/questions.ts';
import { sortsOf } from '#domain/catalogue/sorts.ts';
import { type Category, categories } from '#domain/parts.ts';
import { type ComparedParts, readComparedParts } from '#web/compared-parts.server.ts';
import type { ChosenParts } from '#web/components/compare-bar.tsx';
import { cardOf, listedCardOf } from '#web/part-cards.server.ts';
import { absolutePicture } from '#web/pictures.server.ts';
import { pageContext } from '#web/shop-context.server.ts';

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
  const { question } = readQuestion(url.searchParams, category);
  const offset = (question.page - 1) * pageSize;
  const [{ list, counts }, compared] = await Promise.all([
    catalogue.browse(question, { size: pageSize, offset }),
    category ? readComparedParts(db, category, url.searchParams) : undefined,
  ]);
  const slugs = compared?.parts.map(({ slug }) => slug) ?? [];
  const to = addressing(category, slugs);
  const pageCount = Math.max(1, Math.ceil(list.total / pageSize));
  const isThere = question.page <= pageCount;
  const answer = {
    ...describeQuestion(question, counts, to),
    ...describeList(list),
    /** The address of the first page. */
    address: to({ ...question, page: 1 }),
    toCompare: compared && describeCompared(compared, question),
    canonical: publicUrl + to(question),
    picture: pictureOf(list.rows, publicUrl),
    /** True for what is chosen, searched or sorted: search engines need only the lists that it is made of. */
    isOneOfMany: slugs.length > 0 || writeQuestion({ ...question, page: 1 }, { hasCategory: false }).size > 0,
    page: isThere ? question.page : undefined,
    pageCount,
    from: offset + 1,
  };
  return data(answer, { status: isThere ? 200 : 404 });
}

/** The first part's stands for the list. */
function pictureOf([first]: readonly PartOnSale[], publicUrl: string) {
  if (!first) return undefined;
  const { image, alt } = cardOf(first);
  return { address: absolutePicture(image, publicUrl), description: alt };
}

/** What is chosen to be compared stays so on all ways within the category; nothing of another one fits beside it. */
function addressing(category: Category | undefined, slugs: readonly string[]) {
  return (question: Question) =>
    question.category === category ? alsoNaming(addressOf(question), slugs) : addressOf(question);
}

function describeCompared({ parts, leftOut }: ComparedParts, question: Question): ChosenParts {
  const slugs = parts.map(({ slug }) => slug);
  return {
    parts: parts.map(({ slug, name }) => ({
      slug,
      name,
      without: alsoNaming(
        addressOf(question),
        slugs.filter((each) => each !== slug),
      ),
    })),
    leftOut,
  };
}

function describeList(list: PartList) {
  return { parts: list.rows.map(listedCardOf), total: list.total, meant: list.meant };
}

function describeQuestion(question: Question, counts: PartCounts, to: (question: Question) => string) {
  const { category, q, sort } = question;
  return {
    category,
    q,
    sort,
    sorts: sortsOf(category, q !== ''),
    isPartial: counts.isPartial,
    facets: facetsOf(question, counts),
    chosen: chosenInWords(question).map(({ label, without }) => ({ label, to: to(without) })),
    withoutFilters: to({ ...question, chosen: new Map(), page: 1 }),
    categories: [...withOwn(counts.categories, category)].map(([each, count]) => ({
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
function withOwn(counts: PartCounts['categories'], category: Category | undefined): PartCounts['categories'] {
  return category && !counts.has(category) ? new Map([[category, 0], ...counts]) : counts;
}

/** What is searched for goes along into another category; what is chosen of this one's filters cannot. */
function inCategory(question: Question, category: Category | undefined): Question {
  const sort = question.q === '' ? 'featured' : 'relevance';
  return { category, q: question.q, chosen: new Map(), sort, page: 1 };
}
