/** The catalogue as buyers ask for it: lists, counts and suggestions of parts on sale. */
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import {
  type IndexSource,
  type LiveCatalogueIndex,
  openCatalogueIndex,
} from '#database/catalogue/catalogue-index.ts';
import type { PartOnSale } from '#database/catalogue/parts.ts';
import { type SearchResult, searchParts } from '#database/catalogue/search-parts.ts';
import type { Database } from '#database/connect.ts';
import { runWithoutBudget, waitWithin } from '#database/time-budget.ts';
import type { CatalogueIndex, Counts, Listing, ListPage } from '#domain/catalogue/index/catalogue-index.ts';
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import type { Position } from '#domain/catalogue/index/ranking.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';
import { parseSearch } from '#domain/catalogue/search/searches.ts';
import { type Compared, findMostSimilar } from '#domain/catalogue/similar-parts.ts';

/** What became of a search: nothing where nothing was searched for. */
export type SearchOutcome = {
  /** What was searched for instead, because it was probably meant. */
  meant: string | undefined;
  /** True where no part on sale has all words that are searched for: these have the most of them. */
  isPartial: boolean;
};

export type PartList = SearchOutcome & {
  rows: PartOnSale[];
  /** How many parts there are on all pages. */
  total: number;
  /** The position of the last row, if there are more after it. */
  next: Position | undefined;
};

export type PartCounts = Counts & SearchOutcome;

export type Suggestions = {
  parts: PartOnSale[];
  /** Brands of which a word begins as one that was typed, with how many of the parts found are theirs. */
  brands: { brand: string; count: number }[];
  categories: Counts['categories'];
  meant: string | undefined;
};

/** Every answer is of the database at one moment, when the question came or later. */
export type Catalogue = {
  list(question: ListQuery, page: ListPage): Promise<PartList>;
  count(question: ListQuery): Promise<PartCounts>;
  /** Both, of the same moment: what a page shows. */
  browse(question: ListQuery, page: ListPage): Promise<{ list: PartList; counts: PartCounts }>;
  /** What somebody may mean who is typing, at most `most` of each kind. */
  suggest(typed: string, most: number): Promise<Suggestions>;
  /** Those on sale that somebody may buy instead, the nearest first. */
  similar(part: Compared, most: number): Promise<PartOnSale[]>;
};

/** More would share the database's processors, and each would take longer. */
const maxConcurrentSearches = 3;

/** Opens the catalogue; its first answer reads all parts on sale, later ones what has changed. */
export function openCatalogue(source: IndexSource): Catalogue {
  const { db } = source;
  const live = openCatalogueIndex(source);
  const search = makeSearch(db, live);

  /** Answers from the index at one moment: nothing is waited for between what `read` reads. */
  async function look<Answer>(
    q: string,
    isTyping: boolean,
    read: (index: CatalogueIndex, found?: SearchResult) => Answer,
  ) {
    const index = await live.current();
    return read(index, q === '' ? undefined : await search(q, isTyping));
  }

  function listOf({ total, next, parts }: Listing, found: SearchResult | undefined): PartList {
    return { rows: live.rowsOf(parts), total, next, ...makeSearchOutcome(found) };
  }

  function countsOf(counts: Counts, found: SearchResult | undefined): PartCounts {
    return { ...counts, ...makeSearchOutcome(found) };
  }

  return {
    list: (question, page) =>
      look(question.q, false, (index, found) => listOf(index.list(question, found?.matches, page), found)),
    count: (question) =>
      look(question.q, false, (index, found) => countsOf(index.count(question, found?.matches), found)),
    browse: (question, page) =>
      look(question.q, false, (index, found) => ({
        list: listOf(index.list(question, found?.matches, page), found),
        counts: countsOf(index.count(question, found?.matches), found),
      })),
    suggest: (typed, most) =>
      look(typed, true, (index, found) => {
        const question = { category: undefined, q: typed, chosen: new Map(), sort: 'relevance', page: 1 };
        const { parts } = index.list(question, found?.matches, { size: most * 4 });
        const counts = index.count(question, found?.matches);
        return {
          parts: live.rowsOf(keepDifferentNames(parts).slice(0, most)),
          brands: findBrands(counts, found?.meant ?? typed).slice(0, most),
          categories: new Map([...counts.categories].slice(0, most)),
          meant: found?.meant,
        };
      }),
    async similar(part, most) {
      const index = await live.current();
      return live.rowsOf(findMostSimilar(part, index.partsOf(part.category), most));
    },
  };
}

type Search = (text: string, isTyping: boolean) => Promise<SearchResult>;

/** Searches, and keeps what was found for the next who search for the same. */
function makeSearch(db: Database, live: LiveCatalogueIndex): Search {
  // what was found is kept as long as no part is found by other words or comes on sale or off; sold units and new prices
  // do not matter to it
  const kept = new LRUCache<string, SearchResult>({
    maxSize: 500_000, // some tens of megabytes
    sizeCalculation: ({ matches }) => matches.numbers.length + 1,
  });

  // searches take their turns, so that many of them leave connections and processors to those who order
  const takeTurn = pLimit(maxConcurrentSearches);
  const running = new Map<string, Promise<SearchResult>>();

  async function search(text: string, isTyping: boolean): Promise<SearchResult> {
    const key = `${live.wordsVersion()} ${isTyping} ${text}`;
    const known = kept.get(key);
    if (known) return known;
    const found = running.get(key) ?? begin(key, text, isTyping);
    return await waitWithin(found, { limitMs: Number.POSITIVE_INFINITY });
  }

  function begin(key: string, text: string, isTyping: boolean): Promise<SearchResult> {
    const found = runWithoutBudget(() =>
      takeTurn(() => searchParts(db, text, { isTyping, isOnSale: live.isOnSale })),
    );
    running.set(key, found);
    const end = () => running.delete(key);
    found.then((result) => kept.set(key, result)).then(end, end);
    return found;
  }

  return search;
}

function makeSearchOutcome(found: SearchResult | undefined): SearchOutcome {
  return { meant: found?.meant, isPartial: found?.isPartial ?? false };
}

/** Many parts have the same name and differ in a specification: one of them is enough for a suggestion. */
function keepDifferentNames(parts: readonly IndexedPart[]): IndexedPart[] {
  return [...new Map([...parts].reverse().map((part) => [part.name, part])).values()].reverse();
}

function findBrands({ tallies }: Counts, text: string): Suggestions['brands'] {
  const tally = tallies.get('brand');
  if (tally?.kind !== 'choice') return [];
  const typed = parseSearch(text, { isTyping: true });
  return [...tally.counts]
    .filter(([brand]) =>
      parseSearch(brand).some(({ typed: word }) => typed.some((each) => word.startsWith(each.typed))),
    )
    .map(([brand, count]) => ({ brand, count }))
    .sort((one, other) => other.count - one.count);
}
