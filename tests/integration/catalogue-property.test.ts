/** Lists, counts and searches are exact: they equal what goes through all rows one by one, whatever is asked. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PartFacet } from '#catalogue/contract/facets.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { getListedCategory, listedCategories } from '#catalogue/rules/listed-categories.ts';
import { readQuestion } from '#catalogue/rules/lists/questions.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import { listPartWords } from '#catalogue/rules/search/part-words.ts';
import { parseSearch } from '#catalogue/rules/search/searches.ts';
import { splitIntoWords } from '#catalogue/rules/search/words.ts';
import { everyKind } from '../../bench/made-parts.ts';
import {
  type Choice,
  computeRange,
  computeRelevance,
  countValues,
  findFilter,
  findParts,
  hasPricePerGb,
  hasWord,
  isBuyable,
  isOnSale,
  isPartial,
  type ListQuery,
  listValues,
  passesFlag,
  readNumber,
  sortByRelevance,
  sortParts,
} from '../support/brute-force.ts';
import { ask, type ResponseTo, readRows } from '../support/given.ts';
import { givenCatalogue } from '../support/given-catalogue.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { admin } = await givenPeople(shop, { admin: { role: 'admin' } });
await givenCatalogue(shop, 800, everyKind);
let parts = await readParts();

type SampledQuery = ListQuery & { sort: string };

test('for every query, list and counts equal those of a scan of all rows', async () => {
  await fc.assert(
    fc.asyncProperty(questions(), async (question) => {
      await expectExact(question);
    }),
    { numRuns: 200 },
  );
}, 120_000);

test('of a search the best match comes first, then what can be bought, then our choice, what sells, what is rated, the newest', async () => {
  const decided = { byFit: 0, byStock: 0, byChoice: 0, bySales: 0, byRating: 0, byImport: 0, byRow: 0 };
  const onSale = parts.filter(isOnSale);
  await fc.assert(
    fc.asyncProperty(searches(onSale), async (search) => {
      const matches = findParts(onSale, search);
      const expected = sortByRelevance(matches, search, onSale);
      const address = new URLSearchParams({ q: search.words.join(' '), sort: 'relevance' });
      if (search.category) address.set('category', search.category);
      const { body } = await ask(shop, 'GET', `/api/parts?${address}`);
      expect(readIds(body), String(address)).toEqual(idsOfRows(expected));
      // lists that a rule has nothing to say about prove nothing of it
      const fits = Map.groupBy(matches, (part) => computeRelevance(part, search.words));
      const isMixed = (of: (part: PartRow) => boolean | number) =>
        fits.values().some((alike) => new Set(alike.map(of)).size > 1);
      if (fits.size > 1) decided.byFit += 1;
      if (isMixed(isBuyable)) decided.byStock += 1;
      if (isMixed(({ featured_rank }) => featured_rank !== null)) decided.byChoice += 1;
      if (isMixed(({ sales_points }) => sales_points)) decided.bySales += 1;
      if (isMixed(({ rating_points }) => rating_points)) decided.byRating += 1;
      if (isMixed(({ created_at }) => created_at.getTime())) decided.byImport += 1;
      if (isMixed(({ file_row }) => file_row)) decided.byRow += 1;
    }),
    { numRuns: 150 },
  );
  for (const [rule, times] of Object.entries(decided)) expect(times, rule).toBeGreaterThan(10);
}, 60_000);

test('so they do after parts were sold, renamed, given a price, and taken off sale', async () => {
  const samples = await fc.sample(questions(), 12);
  for (let turn = 0; turn < 12; turn += 1) {
    const part = parts[(turn * 37) % parts.length] as PartRow;
    const changes = [
      { available_quantity: 0, seen_quantity: part.stock },
      { name: `Wholly Renamed ${turn}` },
      { price: 1.5 + turn },
      { off_sale: part.off_sale_at === null },
    ][turn % 4];
    expect((await admin.ask('PATCH', `/api/parts/${part.id}`, changes)).status).toBe(200);
    parts = await readParts();
    await expectExact(samples[turn] as SampledQuery);
    await expectExact({ words: ['renamed'], choices: [], sort: 'newest' });
  }
}, 60_000);

test('of words that no part has together the most count, however many there are', async () => {
  for (const words of [
    ['cpu', 'qx77'],
    ['5400', 'rx3600'],
    ['cable', 'bracket'],
  ])
    await expectExact({ words, choices: [], sort: 'featured' });
  let partial = 0;
  await fc.assert(
    fc.asyncProperty(questions({ isStrange: true }), async (question) => {
      if (isPartial(parts.filter(isOnSale), question)) partial += 1;
      await expectExact(question);
    }),
    { numRuns: 60 },
  );
  expect(partial).toBeGreaterThan(0);
}, 60_000);

test('pages by number and by cursor together are the whole list', async () => {
  for (const query of [
    'q=corsair',
    'category=memory&sort=name',
    'sort=price-desc',
    'sort=featured',
    'q=gb&sort=relevance',
  ]) {
    const whole = readIds((await ask(shop, 'GET', `/api/parts?${query}`)).body);
    expect(whole.length, query).toBeGreaterThan(20);
    for (const start of [`${query}&limit=7`, `${query}&limit=7&page=1`]) {
      const seen: string[] = [];
      let next: string | undefined = start;
      while (next) {
        const page: ResponseTo<'GET', `/api/parts?${string}`> = await ask(shop, 'GET', `/api/parts?${next}`);
        expect(page.headers['x-total-count']).toBe(String(whole.length));
        seen.push(...readIds(page.body));
        next = /^<[^>]*\?([^>]+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1];
      }
      expect(seen, start).toEqual(whole);
    }
  }
});

describe('a typing error', () => {
  test('in a longer word is forgiven: everything is found that the right word finds', async () => {
    const known = [...new Set(parts.filter(isOnSale).flatMap((part) => [...listPartWords(part).keys()]))];
    // 'hardisk' is understood as the name of a kind, without a correction
    const kinds = new Set(listedCategories.flatMap(({ words }) => words.names));
    const longer = known.filter((word) => /^[a-z]{7,}$/.test(word) && !kinds.has(word));
    expect(longer.length).toBeGreaterThan(30);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...longer),
        fc.nat(),
        fc.constantFrom('swap', 'drop', 'add', 'change'),
        async (word, at, slip) => {
          const typed = mistype(word, 1 + (at % (word.length - 2)), slip);
          // what looks like a plural is searched as a singular, too
          const beginnings = [typed, typed.replace(/s$/, '')];
          const isBeginning = known.some((each) =>
            beginnings.some((beginning) => each.startsWith(beginning)),
          );
          fc.pre(typed !== word && !isBeginning);
          const matches = await ask(shop, 'GET', `/api/parts?q=${typed}`);
          const { meant } = (await ask(shop, 'GET', `/api/parts/facets?q=${typed}`)).body;
          expect(meant, `${typed} for ${word}`).not.toBeNull();
          expect(matches.headers['x-search-meant'], `${typed} for ${word}`).toBe(meant);
          const right = readIds((await ask(shop, 'GET', `/api/parts?q=${word}`)).body);
          expect(readIds(matches.body), `${typed} for ${word}, taken as ${meant}`).toEqual(
            expect.arrayContaining(right),
          );
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  test('is never seen in a number or a model', async () => {
    for (const q of ['b651', '4071', 'zz1xq', 'rtx 4071', 'xyzzy plugh', 'intel core i9 14900k']) {
      const { body } = await ask(shop, 'GET', `/api/parts/facets?q=${encodeURIComponent(q)}`);
      expect(body, q).toMatchObject({ total: 0, meant: null, partial: false });
    }
    const named = parts.filter(isOnSale).find(({ name }) => /^[A-Z][a-z]+ [A-Z][a-z]{3,} /.test(name));
    const [brand, series] = named?.name.split(' ') ?? [];
    for (const q of ['ddr5 6001', `${brand} 4071 ${series}`]) {
      const { body } = await ask(shop, 'GET', `/api/parts/facets?q=${encodeURIComponent(q)}`);
      expect(body, q).toMatchObject({ meant: null, partial: true });
    }
  });
});

/** List, total, counts, and what would help, for one question. */
async function expectExact(question: SampledQuery): Promise<void> {
  const query = readAddress(question);
  const onSale = parts.filter(isOnSale);
  const matches = findParts(onSale, question);
  const list = await ask(shop, 'GET', `/api/parts?${query}`);
  expect(list.status, query).toBe(200);
  expect(list.headers['x-total-count'], query).toBe(String(matches.length));
  const { sort } = question;
  const expected =
    sort === 'relevance' ? sortByRelevance(matches, question, onSale) : sortParts(matches, sort);
  expect(readIds(list.body), query).toEqual(idsOfRows(expected));

  const { status, body } = await ask(shop, 'GET', `/api/parts/facets?${query}`);
  expect(status, query).toBe(200);
  expect(body.total, query).toBe(matches.length);
  expect(body.partial, query).toBe(isPartial(onSale, question));
  expect(list.headers['x-search-partial'], query).toBe(body.partial ? 'true' : undefined);
  expect(list.headers['x-search-meant'], query).toBe(body.meant ?? undefined);
  for (const facet of body.facets) expectFacet(facet, question, onSale, query);
  expect(body.facets.map(({ key }: { key: string }) => key).sort(), query).toEqual(
    readKeys(question.category).sort(),
  );
  expectCategories(body.categories, question, onSale, query);
  const relaxations = matches.length > 0 ? {} : readReliefs(question, onSale);
  expect(
    Object.fromEntries(body.reliefs.map((each: { key: string; total: number }) => [each.key, each.total])),
    query,
  ).toEqual(relaxations);
}

function expectFacet(facet: PartFacet, question: SampledQuery, onSale: PartRow[], query: string): void {
  const others = findParts(onSale, question, facet.key);
  const message = `${facet.key} of ${query}`;
  if (facet.kind === 'flag')
    expect(facet.count, message).toBe(others.filter((part) => passesFlag(part, facet.key)).length);
  if (facet.kind === 'range')
    expect({ min: facet.min, max: facet.max }, message).toEqual(computeRange(others, facet.key));
  if (facet.kind === 'flag') return;
  const choice = question.choices.find(({ key }) => key === facet.key);
  const chosen = choice?.values ?? [];
  const known = countValues(others, facet.key);
  const offered = facet.kind === 'choice' ? known : findUsual(facet.key, known, choice);
  const counts = { ...Object.fromEntries(chosen.map((value) => [value, known[value] ?? 0])), ...offered };
  const { values } = facet;
  expect(Object.fromEntries(values.map(({ value, count }) => [value, count])), message).toEqual(counts);
  expect(
    values
      .filter((each) => each.chosen)
      .map(({ value }) => value)
      .sort(),
    message,
  ).toEqual([...chosen].sort());
}

/** The six numbers within the range that most parts have, of those that several have; no prices. */
function findUsual(key: string, known: Record<string, number>, choice?: Choice): Record<string, number> {
  if (isPrice(key)) return {};
  const { min = 0, max = Number.POSITIVE_INFINITY } = choice ?? {};
  const shared = Object.entries(known)
    .map(([value, count]) => ({ value: Number(value), count }))
    .filter(({ value, count }) => count >= 2 && value >= min && value <= max);
  shared.sort((one, other) => other.count - one.count || one.value - other.value);
  return Object.fromEntries(shared.slice(0, 6).map(({ value, count }) => [String(value), count]));
}

function isPrice(key: string): boolean {
  return key === 'price' || key === 'price-per-gb';
}

function expectCategories(
  answered: { category: Category; count: number }[],
  question: SampledQuery,
  onSale: PartRow[],
  query: string,
) {
  const expected = categories.flatMap((category) => {
    const samples = category === question.category ? question : anywhere(question);
    const count = findParts(onSale, { ...samples, category, searchedIn: question.category }).length;
    return count > 0 ? [[category, count]] : [];
  });
  expect(Object.fromEntries(answered.map(({ category, count }) => [category, count])), query).toEqual(
    Object.fromEntries(expected),
  );
}

function readReliefs(question: SampledQuery, onSale: PartRow[]): Record<string, number> {
  const keys = [...question.choices.map(({ key }) => key), ...(question.words.length > 0 ? ['q'] : [])];
  const totals = keys.map((key): [string, number] => [key, findParts(onSale, question, key).length]);
  if (question.category) totals.push(['category', findParts(onSale, anywhere(question)).length]);
  return Object.fromEntries(totals.filter(([, total]) => total > 0));
}

/** The question without its category and what only that can be filtered by. */
function anywhere({ words, choices, sort, category }: SampledQuery): ListQuery {
  return {
    searchedIn: category,
    words,
    sort,
    choices: choices.filter(({ key }) => ['brand', 'price', 'rating', 'in-stock'].includes(key)),
  };
}

/**
 * Questions about what there is: most of their values are those of some part, so that many find something. Strange ones
 * search for words of different parts, one of which nobody has.
 */
function questions({ isStrange = false } = {}): fc.Arbitrary<SampledQuery> {
  return fc
    .record({
      category: fc.option(fc.constantFrom(...categories), { nil: undefined }),
      seeds: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.boolean()), { maxLength: 7 }),
      search: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 2, max: 9 })), { maxLength: 3 }),
      isSearch: isStrange ? fc.constant(true) : fc.boolean(),
      sort: fc.nat(),
    })
    .map(({ category, seeds, search, isSearch, sort }) => {
      const from = parts.filter((part) => isStrange || category === undefined || part.category === category);
      const choices = new Map(
        seeds.map((seed) => readChoice(category, from, seed)).map((choice) => [choice.key, choice]),
      );
      // a word that only a part off sale has is corrected
      const onSale = from.filter(isOnSale);
      const one = search.map(([part, word, length]) =>
        readWord(onSale[part % onSale.length] as PartRow, word, length),
      );
      const words = isSearch ? searchable([...one, ...(isStrange ? ['qx77'] : [])]) : [];
      const sorts = readSorts(category, words.length > 0);
      return {
        ...(category ? { category } : {}),
        words,
        choices: [...choices.values()],
        sort: sorts[sort % sorts.length] ?? 'newest',
      };
    })
    .filter(({ words, category }) => areOnlyWords(words, category));
}

/**
 * Searches for a word that parts have in different places, some perhaps only as a beginning, and perhaps for others of a part
 * that has it; of all parts, or of its category.
 */
function searches(onSale: PartRow[]): fc.Arbitrary<ListQuery> {
  const known = [...new Set(onSale.flatMap((part) => [...listPartWords(part).keys()]))].filter(
    (word) => /^[a-z0-9]/.test(word) && searchable([word]).length > 0,
  );
  const telling = known.flatMap((word) => {
    const having = onSale.filter((part) => hasWord(part, word));
    return new Set(having.map((part) => computeRelevance(part, [word]))).size > 1 ? [{ word, having }] : [];
  });
  const others = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 2, max: 9 })), { maxLength: 2 });
  return fc
    .tuple(fc.constantFrom(...telling), fc.nat(), others, fc.boolean())
    .map(([{ word, having }, which, others, isInCategory]) => {
      const part = having[which % having.length] as PartRow;
      const words = [word, ...others.map(([other, length]) => readWord(part, other, length))];
      return {
        ...(isInCategory ? { category: part.category } : {}),
        words: searchable(words),
        choices: [],
      };
    })
    .filter(({ words, category }) => areOnlyWords(words, category));
}

function readChoice(
  category: Category | undefined,
  from: PartRow[],
  [which, first, second, isWide]: [number, number, number, boolean],
): Choice {
  const keys = readKeys(category);
  const key = keys[which % keys.length] ?? 'brand';
  const [one, other] = [from[first % from.length], from[second % from.length]] as [PartRow, PartRow];
  const kind = findFilter(category, key)?.kind;
  if (key === 'in-stock' || kind === 'flag') return { key, flag: true };
  if (key === 'brand' || key === 'rating' || kind === 'choice') {
    // a filter of this name of another category may have words where this one has numbers
    const isCommon = key === 'brand' || key === 'rating';
    const list = (part: PartRow) => (isCommon || part.category === category ? listValues(part, key) : []);
    const values = [...list(one), ...(isWide ? list(other) : [])];
    return { key, values: values.length > 0 ? [...new Set(values)] : ['4'] };
  }
  const numbers = [readNumber(one, key) ?? 5, readNumber(other, key) ?? 7].map(
    (each) => Math.round(each * 1000) / 1000,
  );
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  // a filter of this name of another category may have numbers where this one has words
  const ticked = [one, other].flatMap((part) =>
    part.category === category ? (readNumber(part, key)?.toString() ?? []) : [],
  );
  if (!isPrice(key) && ticked.length > 0 && first % 2 === 0)
    return { key, values: [...new Set(ticked)], ...(isWide ? { min, max } : second % 2 ? { min } : {}) };
  return isWide ? { key, min, max } : second % 2 ? { key, min } : { key, max };
}

function readKeys(category: Category | undefined): string[] {
  return [
    'brand',
    'price',
    'rating',
    'in-stock',
    ...(hasPricePerGb(category) ? ['price-per-gb'] : []),
    ...getListedCategory(category ?? 'other').filters.map(({ key }) => key),
  ];
}

function readSorts(category: Category | undefined, isSearch: boolean): string[] {
  const ownSorts = getListedCategory(category ?? 'other').filters.flatMap(({ key, sorts }) =>
    sorts.map((direction) => (direction === 'up' ? key : `${key}-desc`)),
  );
  if (hasPricePerGb(category)) ownSorts.push('price-per-gb', 'price-per-gb-desc');
  const general = ['featured', 'newest', 'name', 'name-desc', 'price', 'price-desc', 'stock', 'bought'];
  return [...general, ...(isSearch ? ['relevance'] : []), ...ownSorts];
}

function readAddress({ category, words, choices, sort }: SampledQuery): string {
  const address = new URLSearchParams({ sort });
  if (category) address.set('category', category);
  if (words.length > 0) address.set('q', words.join(' '));
  for (const { key, values = [], min, max, flag } of choices) {
    for (const value of values) address.append(key, value);
    if (min !== undefined) address.set(`${key}-min`, String(min));
    if (max !== undefined) address.set(`${key}-max`, String(max));
    if (flag) address.set(key, 'yes');
  }
  return address.toString();
}

function mistype(word: string, at: number, slip: string): string {
  const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
  if (slip === 'drop') return before + after;
  if (slip === 'add') return `${before}x${letter}${after}`;
  if (slip === 'change') return `${before}${letter === 'q' ? 'w' : 'q'}${after}`;
  return `${before}${after[0] ?? ''}${letter}${after.slice(1)}`;
}

/** A word of the part or its prefix; letters only, so that it is not corrected as a typing error. */
function readWord(part: PartRow, which: number, length: number): string {
  const words = [...listPartWords(part).keys()].filter((word) => /^[a-z0-9]+$/.test(word));
  const word = words[which % words.length] ?? 'gb';
  return /^[a-z]+$/.test(word) ? word.slice(0, length) : word;
}

/** The words as the search parses them together. */
function searchable(words: string[]): string[] {
  return [...new Set(splitIntoWords(words.join(' ')))].filter((word) => !fillWords.has(word));
}

/** Whether the words are only searched for; together they may also be a limit, a sort or a lack, "min 500w", "no di", or German: "mit". */
function areOnlyWords(words: string[], category: Category | undefined): boolean {
  const { text, sort } = readQuestion(words.join(' '), category);
  const hasLack = parseSearch(text).some(({ role }) => role === 'excluded');
  return text === words.join(' ') && sort === undefined && !hasLack;
}

/** Words that are ignored in a search with others. */
const fillWords = new Set(['a', 'an', 'and', 'the', 'for', 'with', 'of', 'in', 'to']);

function readParts(): Promise<PartRow[]> {
  return readRows(shop, 'parts');
}

function readIds(listed: { _id: string }[]): string[] {
  return listed.map(({ _id }) => _id);
}

function idsOfRows(rows: PartRow[]): string[] {
  return rows.map(({ id }) => id);
}
