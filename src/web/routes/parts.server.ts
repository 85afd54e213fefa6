/** What a list of parts shows: everything that stands in its address, and what can be chosen next. */
import { data, type RouterContextProvider } from 'react-router';
import type { PartCounts, PartList } from '#database/catalogue.ts';
import type { PartOnSale } from '#database/parts.ts';
import { chosenInWords, facetsOf, reliefsOf } from '#domain/catalogue/facets.ts';
import { addressOf, type Question, readQuestion, writeQuestion } from '#domain/catalogue/questions.ts';
import { sortsOf } from '#domain/catalogue/sorts.ts';
import { type Category, categories } from '#domain/parts.ts';
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
  const { catalogue, publicUrl } = context.get(pageContext);
  const category = categories.find((each) => each === pathCategory);
  if (pathCategory !== undefined && !category) {
    throw data({ detail: 'There is no such category of parts.' }, { status: 404 });
  }
  const { question } = readQuestion(url.searchParams, category);
  const offset = (question.page - 1) * pageSize;
  const { list, counts } = await catalogue.browse(question, { size: pageSize, offset });
  const pageCount = Math.max(1, Math.ceil(list.total / pageSize));
  const isThere = question.page <= pageCount;
  const answer = {
    ...describeQuestion(question, counts),
    ...describeList(question, list),
    canonical: publicUrl + addressOf(question),
    picture: pictureOf(list.rows, publicUrl),
    /** True for what is chosen, searched or sorted: search engines need only the lists that it is made of. */
    isOneOfMany: writeQuestion({ ...question, page: 1 }, { hasCategory: false }).size > 0,
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

function describeList(question: Question, list: PartList) {
  return {
    parts: list.rows.map(listedCardOf),
    total: list.total,
    meant: list.meant,
    /** The address of the first page. */
    address: addressOf({ ...question, page: 1 }),
  };
}

function describeQuestion(question: Question, counts: PartCounts) {
  const { category, q, sort } = question;
  return {
    category,
    q,
    sort,
    sorts: sortsOf(category, q !== ''),
    isPartial: counts.isPartial,
    facets: facetsOf(question, counts),
    chosen: chosenInWords(question).map(({ label, without }) => ({ label, to: addressOf(without) })),
    withoutFilters: addressOf({ ...question, chosen: new Map(), page: 1 }),
    categories: [...counts.categories].map(([each, count]) => ({
      category: each,
      count,
      to: addressOf(inCategory(question, each)),
    })),
    everywhere: addressOf(inCategory(question, undefined)),
    reliefs: reliefsOf(question, counts).map(({ label, total, without }) => ({
      label,
      total,
      to: addressOf(without),
    })),
  };
}

/** What is searched for goes along into another category; what is chosen of this one's filters cannot. */
function inCategory(question: Question, category: Category | undefined): Question {
  const sort = question.q === '' ? 'featured' : 'relevance';
  return { category, q: question.q, chosen: new Map(), sort, page: 1 };
}
