/** Queries of the catalogue: lists, counts and suggestions of parts on sale. */
import { LRUCache } from 'lru-cache';
import {
  type BuildsInLists,
  type Freshness,
  type IndexSource,
  type LiveCatalogueIndex,
  openCatalogueIndex,
} from '#catalogue/database/catalogue-index.ts';
import type { CatalogueIndex, Counts, OfferOfPart } from '#catalogue/rules/index/catalogue-index.ts';
import type { Matches } from '#catalogue/rules/index/indexed-part.ts';
import type { Listing, ListPage } from '#catalogue/rules/index/part-listing.ts';
import type { Position } from '#catalogue/rules/index/part-sequences.ts';
import { parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { fits } from '#catalogue/rules/lists/filter-kinds.ts';
import { type ListQuery, parseListParameters } from '#catalogue/rules/lists/list-queries.ts';
import { relevance } from '#catalogue/rules/lists/sorts.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { makeBrandMark } from '#catalogue/rules/search/part-words.ts';
import { putLiteralFirst, type SearchResult, searchParts } from '#catalogue/rules/search/search-parts.ts';
import { listUncertainLacks, parseSearch } from '#catalogue/rules/search/searches.ts';
import { listReadings, replacePhrases, simplify } from '#catalogue/rules/search/vocabulary.ts';
import { type NamedPart, nameAmong, showName } from '#catalogue/rules/shown-names.ts';
import type { ComparedPart } from '#catalogue/rules/similar-parts.ts';
import { keptBytes } from '#kernel/kept-bytes.ts';
import type { Database } from '#platform/database/connect.ts';
import type { LogPosition } from '#platform/database/log-positions.ts';
import type { PartOnSale } from './parts.ts';
import { showParts } from './shown-parts.ts';

export type SearchOutcome = Omit<SearchResult, 'matches'> & {
  /** What is left out where parts say it, and others may have. */
  uncertainLacks: readonly string[];
};

export type NamedPartOnSale = PartOnSale & NamedPart;

export type PartList = SearchOutcome & {
  rows: NamedPartOnSale[];
  total: number;
  next: Position | undefined;
};

export type PartCounts = Counts & SearchOutcome;

export type Suggestions = {
  parts: NamedPartOnSale[];
  brands: { brand: string; count: number }[];
  categories: Counts['categories'];
  correction: string | undefined;
};

/**
 * Each answer shows one moment, at or after the call; but after a change to more than a thousand parts at once, an import in
 * one transaction, answers show a growing share of these parts (docs/decisions/060-import-in-pieces.md).
 */
export type Catalogue = {
  list(query: ListQuery, page: ListPage): Promise<PartList>;
  count(query: ListQuery): Promise<PartCounts>;
  browse(query: ListQuery, page: ListPage): Promise<{ list: PartList; counts: PartCounts }>;
  suggest(text: string, limit: number): Promise<Suggestions>;
  similar(part: ComparedPart, limit: number): Promise<NamedPartOnSale[]>;
  /** `choose` gets the parts of the category from the cheapest, and returns one of them. */
  chooseFromCheapest(
    category: Category,
    choose: (offers: Iterable<OfferOfPart<PartOnSale>>) => PartOnSale | undefined,
  ): Promise<NamedPartOnSale | undefined>;
  /** Waits until answers show everything that was committed before the call. */
  catchUp(): Promise<void>;
};

export type OpenedCatalogue = ReturnType<typeof openCatalogue>;

export function openCatalogue(source: IndexSource) {
  const live = openCatalogueIndex(source);
  const { builds, onEmptySearch } = source;
  const show: ShowParts = (db, parts, name) => showParts(db, parts, name(parts));
  const shared = { live, search: makeSearch(source, live), builds, onEmptySearch, showParts: show };
  const ofPrimary = { ...shared, showParts: keepShownNames(live.shown) };
  return {
    ...makeCatalogue(source.db, 'newest', ofPrimary),
    /** For a read from a replica: each answer shows one moment, at or after the position and the changes heard. */
    from: (replica: Database, after: LogPosition | undefined) => makeCatalogue(replica, { after }, shared),
    /** As the primary was read last. */
    asRead: makeCatalogue(source.db, 'as read', ofPrimary),
    /** Leaves what was read to the next start; throws what hinders it. */
    close: live.close,
    /** What answers from the primary may be kept by. */
    freshness: { ...live.shown, refresh: async () => void (await live.current()) },
  };
}

type SharedState = {
  live: LiveCatalogueIndex;
  search: Search;
  builds: BuildsInLists | undefined;
  onEmptySearch: IndexSource['onEmptySearch'];
  showParts: ShowParts;
};

/** `name`: call it before the next await. */
type ShowParts = (db: Database, parts: readonly PartOnSale[], name: NameParts) => Promise<NamedPartOnSale[]>;
type NameParts = (parts: readonly PartOnSale[]) => NamedPartOnSale[];

function nameIn(index: CatalogueIndex<PartOnSale>): NameParts {
  return (parts) => nameAmong(parts, index.readDistinctions);
}

/** What is said of parts among others changes with none of their units. The same row is shown by the same object. */
function keepShownNames({ current }: LiveCatalogueIndex['shown']): ShowParts {
  const cache = new LRUCache<
    string,
    { version: string; part: PartOnSale | undefined; shown: NamedPartOnSale }
  >({
    maxSize: keptBytes.shownParts,
    sizeCalculation: () => shownPartBytes,
  });
  return async (db, parts, name) => {
    const version = current();
    if (version === undefined) return await showParts(db, parts, name(parts));
    const missing = parts.filter(({ id }) => cache.get(id)?.version !== version);
    if (missing.length > 0)
      for (const [place, shown] of (await showParts(db, missing, name(missing))).entries())
        cache.set(shown.id, { version, part: missing[place], shown });
    return parts.map((part) => {
      const known = cache.get(part.id);
      if (known?.part?.changed_in === part.changed_in) return known.shown;
      const { distinction, shownDescription } = known?.shown ?? {};
      const shown = { ...part, distinction, shownDescription };
      cache.set(part.id, { version, part, shown });
      return shown;
    });
  };
}

const shownPartBytes = 800;

function makeCatalogue(
  db: Database,
  freshness: Freshness,
  { live, search, builds, onEmptySearch, showParts }: SharedState,
): Catalogue {
  async function withIndex<Answer>(
    unread: ListQuery,
    purpose: 'list' | 'count' | 'suggest',
    read: (
      index: CatalogueIndex<PartOnSale>,
      query: ListQuery,
      result?: SearchAnswer,
    ) => Answer | Promise<Answer>,
  ) {
    const query = await readChosenBuild(db, builds, unread);
    const find = query.q === '' ? undefined : await search(query, purpose === 'suggest');
    const index = await live.current(freshness, query);
    const result = find?.();
    // in the words that the owner's own words are compared with
    if (result?.matches.slots.length === 0 && purpose === 'list') onEmptySearch?.(query.meaning ?? query.q);
    return read(index, query, result);
  }

  async function makeList(
    index: CatalogueIndex<PartOnSale>,
    { total, next, parts }: Listing<PartOnSale>,
    result: SearchAnswer | undefined,
  ): Promise<PartList> {
    return { rows: await showParts(db, parts, nameIn(index)), total, next, ...makeSearchOutcome(result) };
  }

  return {
    list: (unread, page) =>
      withIndex(unread, 'list', (index, query, result) =>
        makeList(index, index.list(query, result?.matches, page), result),
      ),
    count: (unread) =>
      withIndex(unread, 'count', (index, query, result) =>
        makeCounts(index.count(query, result?.matches), result),
      ),
    browse: (unread, page) =>
      withIndex(unread, 'list', async (index, query, result) => {
        const counts = makeCounts(index.count(query, result?.matches), result);
        return { list: await makeList(index, index.list(query, result?.matches, page), result), counts };
      }),
    suggest: (text, limit) => {
      const { query: typed } = parseListParameters([['q', text]]);
      return withIndex(typed, 'suggest', (index, query, result) => {
        const { parts } = index.list(query, result?.matches, { size: limit * 2 });
        const counts = index.count(query, result?.matches);
        const named = nameIn(index)(parts);
        return {
          parts: removeEqualNames(named).slice(0, limit),
          brands: findBrands(counts, result?.correction ?? query.q).slice(0, limit),
          categories: new Map([...counts.categories].slice(0, limit)),
          correction: result?.correction,
        };
      });
    },
    async similar(part, limit) {
      const index = await live.current(freshness);
      return nameIn(index)(index.findSimilar(part, limit));
    },
    async chooseFromCheapest(category, choose) {
      const cheapestFirst = { category, q: '', sort: 'price', choices: new Map() };
      const index = await live.current(freshness, cheapestFirst);
      const part = choose(index.walk(cheapestFirst));
      const [named] = part ? nameIn(index)([part]) : [];
      return named;
    },
    catchUp: live.catchUp,
  };
}

function makeCounts(counts: Counts, result: SearchAnswer | undefined): PartCounts {
  return { ...counts, ...makeSearchOutcome(result) };
}

/** Reads the parts of the build that the list is to fit. */
async function readChosenBuild(
  db: Database,
  builds: BuildsInLists | undefined,
  query: ListQuery,
): Promise<ListQuery> {
  const choice = query.choices.get(fits.key);
  if (choice?.kind !== 'build' || !builds) return query;
  const parts = await builds.read(db, parseBuild(choice.text));
  return { ...query, choices: new Map([...query.choices, [fits.key, { ...choice, parts }]]) };
}

type SearchAnswer = SearchOutcome & { matches: Matches };

/** Returns what finds the parts in the index as it then is. */
type Search = (query: ListQuery, isTyping: boolean) => Promise<() => SearchAnswer>;

function makeSearch({ readOwnWords }: IndexSource, { words }: LiveCatalogueIndex): Search {
  // results stay valid while the version of the words is the same; stock and prices do not change them
  const cache = new LRUCache<string, SearchAnswer>({
    maxSize: keptBytes.searches,
    sizeCalculation: ({ matches: { slots, scores } }, { length }) =>
      slots.byteLength + scores.byteLength + length * 2 + 500,
  });
  return async ({ q, meaning = q, notUnderstood = '', sort, category }, isTyping) => {
    const typed = meaning.slice(0, meaning.length - notUnderstood.length);
    const own = [...((await readOwnWords?.()) ?? [])].flatMap(([word, meaning]) =>
      [word, ...listReadings(word)].map((each) => [simplify(each), meaning] as const),
    );
    const text = own.length > 0 ? replacePhrases(typed, new Map(own)) : typed;
    const isSorted = sort !== relevance.key;
    return () => {
      const key = `${words.version()} ${isTyping} ${isSorted} ${category} ${text} ${meaning === q ? '' : q}`;
      const known = cache.get(key);
      if (known) return known;
      const meant = searchParts(words, text, { isTyping, isSorted, category });
      const isMaker = (word: string) => words.has(makeBrandMark(word));
      const result = {
        ...(meaning === q ? meant : putLiteralFirst(words, q, meant)),
        uncertainLacks: listUncertainLacks(meant.correction ?? text, isMaker),
      };
      cache.set(key, result);
      return result;
    };
  };
}

function makeSearchOutcome(result: SearchAnswer | undefined): SearchOutcome {
  const { correction, isPartial = false, missing, uncertainLacks = [] } = result ?? {};
  return { correction, isPartial, missing, uncertainLacks };
}

function removeEqualNames(parts: readonly NamedPartOnSale[]): NamedPartOnSale[] {
  return [...new Map([...parts].reverse().map((part) => [showName(part), part])).values()].reverse();
}

function findBrands({ tallies }: Counts, text: string): Suggestions['brands'] {
  const tally = tallies.get('brand');
  if (tally?.kind !== 'choice') return [];
  const typed = parseSearch(text);
  return [...tally.counts]
    .filter(([brand]) =>
      parseSearch(brand).some(({ typed: word }) => typed.some((each) => word.startsWith(each.typed))),
    )
    .map(([brand, count]) => ({ brand, count }))
    .sort((one, other) => other.count - one.count);
}
