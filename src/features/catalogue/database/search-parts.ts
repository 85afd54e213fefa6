/** Searches the catalogue: PostgreSQL's full text search finds parts, its trigrams correct typing errors. */
import { type RawBuilder, sql } from 'kysely';
import type { Matches } from '#catalogue/rules/index/indexed-part.ts';
import { readGtin, simplifyMpn } from '#catalogue/rules/part-numbers.ts';
import { listOtherVariants } from '#catalogue/rules/search/part-words.ts';
import { findPlatformOfPart } from '#catalogue/rules/search/platforms.ts';
import {
  areOtherThings,
  chooseRarest,
  limitToExactModels,
  makeRankingQuery,
  makeRespelledQuery,
  makeTextQuery,
  parseSearch,
  type SearchedWord,
  splitAlternatives,
  splitComparison,
  splitPurpose,
  swapLetters,
  takeNeighbours,
  weighWord,
  writePurpose,
} from '#catalogue/rules/search/searches.ts';
import { findCorrection, isCorrectable } from '#catalogue/rules/search/typing-errors.ts';
import { isUuid } from '#kernel/ids.ts';
import type { Database } from '#platform/database/connect.ts';

export type SearchResult = {
  matches: Matches;
  correction: string | undefined;
  isPartial: boolean;
};

export type SearchOptions = {
  isTyping: boolean;
  /** The list is sorted by something else than relevance. */
  isSorted: boolean;
  /** Parts off sale match, too, but do not count as results. */
  isOnSale: (number: number) => boolean;
};

/** What is compared is found side by side: the best parts of each side come first. */
export async function searchParts(db: Database, text: string, options: SearchOptions): Promise<SearchResult> {
  const sides = splitComparison(text);
  const compared = sides.length > 1 ? await findSides(db, sides, options) : undefined;
  if (compared) return compared;
  const whole = await searchWhole(db, text, options);
  const isOfBoth = !whole.isPartial && whole.matches.numbers.some(options.isOnSale);
  return (isOfBoth ? undefined : await findSides(db, splitAlternatives(text), options)) ?? whole;
}

/** Undefined where no side is found. */
async function findSides(
  db: Database,
  sides: readonly string[],
  options: SearchOptions,
): Promise<SearchResult | undefined> {
  const allMatches: Matches[] = [];
  for (const side of sides) allMatches.push(await findSide(db, side, options));
  const known = allMatches.filter(({ numbers }) => numbers.some(options.isOnSale));
  if (known.length === 0) return undefined;
  const matches = placeSideBySide(known, options);
  return { matches, correction: undefined, isPartial: known.length < sides.length };
}

async function findSide(db: Database, text: string, { isSorted, isOnSale }: SearchOptions): Promise<Matches> {
  const words = parseSearch(text, { isSorted });
  const matches = words.length > 0 ? await findByWords(db, words) : parseMatches('');
  return matches.numbers.some(isOnSale) ? matches : ((await findByRespelledWords(db, words)) ?? matches);
}

/** The scores of each side end at the same height. */
function placeSideBySide(sides: readonly Matches[], { isOnSale }: SearchOptions): Matches {
  const scores = new Map<number, number>();
  for (const { numbers, scores: own } of sides) {
    let best = 0;
    for (const [row, number] of numbers.entries())
      if (isOnSale(number)) best = Math.max(best, own[row] as number);
    for (const [row, number] of numbers.entries()) {
      const score = Math.min(scoreSteps - 1, Math.max(1, (own[row] as number) + scoreSteps - 1 - best));
      scores.set(number, Math.max(scores.get(number) ?? 0, score));
    }
  }
  return { numbers: Uint32Array.from(scores.keys()), scores: Uint32Array.from(scores.values()) };
}

/**
 * Finds the parts with all words of the text; if none is on sale, those with the words written apart or as one; then those
 * with neighbouring capacities; then those with all words of the corrected text; then those with most of the words, if these
 * are at least half.
 */
async function searchWhole(
  db: Database,
  typed: string,
  { isTyping, isSorted, isOnSale }: SearchOptions,
): Promise<SearchResult> {
  const hasAnyOnSale = ({ numbers }: Matches) => numbers.some(isOnSale);
  const makeResult = (matches: Matches): SearchResult => ({
    matches,
    correction: undefined,
    isPartial: false,
  });
  if (isUuid(typed.toLowerCase())) return makeResult(await findById(db, typed));
  const text = isTyping ? typed : await namePlatform(db, typed);
  const words = parseSearch(text, { isSorted });
  if (words.length === 0) return makeResult(parseMatches(''));
  const [matches, numbered] = await Promise.all([findByWords(db, words), findByNumber(db, text)]);
  if (hasAnyOnSale(numbered)) return makeResult(putFirst(numbered, matches));
  if (hasAnyOnSale(matches)) return makeResult(matches);
  const respelled = await findByRespelledWords(db, words);
  if (respelled && hasAnyOnSale(respelled)) return makeResult(respelled);
  const near = isTyping ? undefined : takeNeighbours(words);
  for (const similar of [swapLetters(words), near && (swapLetters(near) ?? near)]) {
    const matches = similar && (await findByWords(db, similar));
    if (matches && hasAnyOnSale(matches)) return { matches, correction: undefined, isPartial: true };
  }
  const { checked: corrected, isCorrected } = await correctWords(db, words);
  const correction = isCorrected ? formatWords(corrected) : undefined;
  const checked = correction === undefined ? corrected : nameCorrectedKinds(corrected, correction, isSorted);
  const correctedMatches = isCorrected ? await findByWords(db, checked) : matches;
  if (isTyping || hasAnyOnSale(correctedMatches)) {
    return { matches: correctedMatches, correction, isPartial: false };
  }
  const apart = isCorrected ? await findByRespelledWords(db, checked) : undefined;
  if (apart && hasAnyOnSale(apart)) return { matches: apart, correction, isPartial: false };
  if (areOtherThings(checked)) return makeResult(matches);
  const partial = await findByMostWords(db, { words: checked, isOnSale });
  return hasAnyOnSale(partial) ? { matches: partial, correction, isPartial: true } : makeResult(matches);
}

function findByWords(db: Database, words: readonly SearchedWord[]): Promise<Matches> {
  return runSearch(db, makeTextQuery(words), words);
}

async function findByRespelledWords(
  db: Database,
  words: readonly SearchedWord[],
): Promise<Matches | undefined> {
  const query = makeRespelledQuery(words);
  return query === undefined ? undefined : await runSearch(db, query, words, { isRespelled: true });
}

/** The fact of what the wanted part is to go with instead of its name: 'ram for ryzen 5 5600' is 'ram ddr4'. */
async function namePlatform(db: Database, text: string): Promise<string> {
  const { wanted, partner } = splitPurpose(text) ?? {};
  if (!wanted || !partner) return text;
  const { numbers, scores } = await findByWords(db, parseSearch(partner));
  const best = [...numbers.keys()]
    .toSorted((one, other) => (scores[other] as number) - (scores[one] as number))
    .slice(0, maxPartners)
    .map((row) => numbers[row] as number);
  if (best.length === 0) return text;
  const rows = await db
    .selectFrom('parts')
    .select(['number', 'category', 'specs'])
    .where('number', 'in', best)
    .execute();
  const platforms = best.flatMap((number) => {
    const row = rows.find((each) => each.number === number);
    return row ? (findPlatformOfPart(row) ?? []) : [];
  });
  const [platform] = platforms;
  return platform ? writePurpose(wanted, platform) : text;
}

/** Of the parts that a name could mean, how many are looked at. */
const maxPartners = 20;

/** A corrected word may name a category: 'proccessor'. */
function nameCorrectedKinds(
  corrected: readonly SearchedWord[],
  correction: string,
  isSorted: boolean,
): readonly SearchedWord[] {
  const read = parseSearch(correction, { isSorted });
  const marks = corrected.map(({ mark }) => mark);
  if (read.every(({ mark }) => marks.includes(mark))) return corrected;
  const unknown = corrected.filter(({ isUnknown }) => isUnknown).map(({ typed }) => typed);
  return read.map((word) => (unknown.includes(word.typed) ? { ...word, isUnknown: true } : word));
}

function formatWords(words: readonly SearchedWord[]): string {
  return words
    .map(({ typed, spellings, role }) => (role === 'excluded' ? `-${typed}` : (spellings[0] ?? typed)))
    .join(' ');
}

/** Returns all matches in one row of text: thousands of rows take longer to read than to find. */
async function runSearch(
  db: Database,
  query: string,
  words: readonly SearchedWord[],
  { isRespelled = false } = {},
): Promise<Matches> {
  const { rows } = await sql<{ matches: string | null }>`
    select ${selectMatches(words, isRespelled)} from part_words where words @@ ${query}::tsquery`.execute(db);
  return parseMatches(rows[0]?.matches);
}

/** Those with the rarest words are looked for first. */
const maxFoundParts = 10_000;
const maxWeighedParts = 2_000;

type Searched = { words: readonly SearchedWord[]; isOnSale: SearchOptions['isOnSale'] };

/** The parts on sale with the greatest weight of words, at least half of the weight of all. */
async function findByMostWords(db: Database, { words, isOnSale }: Searched): Promise<Matches> {
  const required = limitToExactModels(words);
  const total = required.reduce((sum, word) => sum + weighWord(word), 0);
  const numbers = (await findByRarestWords(db, words, required)).filter(isOnSale).slice(0, maxWeighedParts);
  if (numbers.length === 0) return parseMatches('');
  const weights = required.map(
    (word) => sql`(words @@ ${makeTextQuery([word])}::tsquery)::integer * ${sql.lit(weighWord(word))}`,
  );
  const { rows } = await sql<{ matches: string | null }>`
    with matches as (
      select part_number, words, ${sql.join(weights, sql` + `)} as weight
      from part_words where part_number = any(${numbers}::integer[])
    )
    select ${selectMatches(words)} from matches
    where weight = (select max(weight) from matches) and weight * 2 >= ${total}`.execute(db);
  return parseMatches(rows[0]?.matches);
}

/** Every part with half of the weight is among them, unless words are too common. */
async function findByRarestWords(
  db: Database,
  words: readonly SearchedWord[],
  required: readonly SearchedWord[],
): Promise<number[]> {
  const shares = await readShares(db, required);
  const excluded = words.filter(({ role }) => role === 'excluded');
  const finds = chooseRarest(required, (word) => shares.get(getStem(word)) ?? 0).map(
    (word) =>
      sql`select part_number from part_words where words @@ ${makeTextQuery([word, ...excluded])}::tsquery`,
  );
  const { rows } = await sql<{ numbers: number[] | null }>`
    select array_agg(part_number) as numbers
    from (${sql.join(finds, sql` union all `)} limit ${sql.lit(maxFoundParts)}) as found`.execute(db);
  return [...new Set(rows[0]?.numbers ?? [])];
}

const getStem = ({ mark, typed }: SearchedWord) => mark ?? typed;

/** The shares of parts that have the words, as PostgreSQL has sampled them; rare words have none. */
async function readShares(db: Database, words: readonly SearchedWord[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ stem: string; share: number }>`
    select stem, sum(share)::float8 as share
    from unnest(${words.map(getStem)}::text[]) as stem, pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
    where schemaname = current_schema and tablename = 'part_words' and attname = 'words'
      and word like stem || '%'
    group by stem`.execute(db);
  return new Map(rows.map(({ stem, share }) => [stem, share]));
}

/** A match is one number: part number × 4096 + score (0 to 2001), the shortest form to transfer. */
const scoreSteps = 4096;

/** Of parts with the same words, those without unnamed variants come first. */
function selectMatches(words: readonly SearchedWord[], isRespelled = false): RawBuilder<unknown> {
  const variants = listOtherVariants(words.map(({ typed }) => typed)).map((variant) => `'${variant}'`);
  const score = sql`((ts_rank(words, ${makeRankingQuery(words, isRespelled)}::tsquery) * 1000)::integer * 2
    + (not words @@ ${variants.join(' | ')}::tsquery)::integer)`;
  return sql`string_agg((part_number::bigint * ${sql.lit(scoreSteps)} + ${score})::text, ' ') as matches`;
}

function parseMatches(text: string | null | undefined): Matches {
  const numbers = text ? text.split(' ') : [];
  const matches = { numbers: new Uint32Array(numbers.length), scores: new Uint32Array(numbers.length) };
  for (let index = 0; index < numbers.length; index += 1) {
    const number = Number(numbers[index]);
    matches.numbers[index] = Math.floor(number / scoreSteps);
    matches.scores[index] = number % scoreSteps;
  }
  return matches;
}

/** The parts with this MPN or GTIN. */
async function findByNumber(db: Database, text: string): Promise<Matches> {
  const mpn = simplifyMpn(text);
  if (mpn.length < 4 || !/\d/.test(mpn)) return parseMatches('');
  const rows = await db
    .selectFrom('parts')
    .select('number')
    .where(
      sql<boolean>`gtin = ${readGtin(text) ?? null}
        or (mpn is not null and regexp_replace(lower(mpn), '[^a-z0-9]', '', 'g') = ${mpn})`,
    )
    .execute();
  const scores = new Uint32Array(rows.length).fill(scoreSteps - 1);
  return { numbers: Uint32Array.from(rows, ({ number }) => number), scores };
}

function putFirst(first: Matches, others: Matches): Matches {
  const rest = [...others.numbers.keys()].filter(
    (row) => !first.numbers.includes(others.numbers[row] as number),
  );
  return {
    numbers: Uint32Array.from([...first.numbers, ...rest.map((row) => others.numbers[row] as number)]),
    scores: Uint32Array.from([...first.scores, ...rest.map((row) => others.scores[row] as number)]),
  };
}

async function findById(db: Database, id: string): Promise<Matches> {
  const part = await db.selectFrom('parts').select('number').where('id', '=', id).executeTakeFirst();
  return { numbers: Uint32Array.from(part ? [part.number] : []), scores: Uint32Array.from(part ? [1] : []) };
}

/** Who mistypes more than these means nothing that we have. */
const maxCorrectedWords = 4;

/** Marks the words that are unknown even so. */
async function correctWords(
  db: Database,
  words: readonly SearchedWord[],
): Promise<{ checked: readonly SearchedWord[]; isCorrected: boolean }> {
  const mistyped = words
    .filter(({ mark, role, isOtherKind }) => mark === undefined && role === 'required' && !isOtherKind)
    .map(({ typed }) => typed)
    .filter(isCorrectable)
    .slice(0, maxCorrectedWords);
  if (mistyped.length === 0) return { checked: words, isCorrected: false };
  const { rows } = await sql<{ typed: string; word: string | null }>`
    select typed, word from unnest(${mistyped}::text[]) as typed
    left join lateral (
      select word from search_words where word % typed order by similarity(word, typed) desc, word limit 20
    ) as similar_words on true
    where not exists (select from search_words where search_words.word like typed || '%')`.execute(db);
  let isCorrected = false;
  const checked = words.map((word): SearchedWord => {
    const similar = rows.filter(({ typed }) => typed === word.typed);
    if (similar.length === 0) return word;
    const correction = findCorrection(
      word.typed,
      similar.flatMap((row) => row.word ?? []),
    );
    if (correction.length === 0) return { ...word, isUnknown: true };
    isCorrected = true;
    return { ...word, spellings: correction };
  });
  return { checked, isCorrected };
}
