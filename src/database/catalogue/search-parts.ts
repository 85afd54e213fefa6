/** Searches the catalogue: PostgreSQL's full text search finds parts, its trigrams correct typing errors. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { Matches } from '#domain/catalogue/index/indexed-part.ts';
import {
  makeRankingQuery,
  makeTextQuery,
  parseSearch,
  type SearchedWord,
} from '#domain/catalogue/search/searches.ts';
import { findCorrection, isCorrectable } from '#domain/catalogue/search/typing-errors.ts';
import { isUuid } from '#domain/ids.ts';

export type SearchResult = {
  matches: Matches;
  correction: string | undefined;
  isPartial: boolean;
};

export type SearchOptions = {
  isTyping: boolean;
  /** Parts off sale match, too, but do not count as results. */
  isOnSale: (number: number) => boolean;
};

/** All words of the text; if none is on sale, of the corrected text; else the parts with the most words. */
export async function searchParts(
  db: Database,
  text: string,
  { isTyping, isOnSale }: SearchOptions,
): Promise<SearchResult> {
  const hasAnyOnSale = ({ numbers }: Matches) => numbers.some(isOnSale);
  const makeResult = (matches: Matches): SearchResult => ({
    matches,
    correction: undefined,
    isPartial: false,
  });
  if (isUuid(text.toLowerCase())) return makeResult(await findById(db, text));
  const words = parseSearch(text);
  if (words.length === 0) return makeResult(parseMatches(''));
  const matches = await findByWords(db, words);
  if (hasAnyOnSale(matches)) return makeResult(matches);
  const corrected = await correctWords(db, words);
  const correction = corrected?.map(({ spellings }) => spellings[0]).join(' ');
  const correctedMatches = corrected ? await findByWords(db, corrected) : matches;
  if (isTyping || words.length === 1 || hasAnyOnSale(correctedMatches)) {
    return { matches: correctedMatches, correction, isPartial: false };
  }
  const allButOne = await findByAllButOneWord(db, corrected ?? words);
  const bestMatches = hasAnyOnSale(allButOne) ? allButOne : await findByMostWords(db, corrected ?? words);
  return { matches: bestMatches, correction, isPartial: true };
}

function findByWords(db: Database, words: readonly SearchedWord[]): Promise<Matches> {
  return runSearch(db, makeTextQuery(words), words);
}

/** The parts with all words but one: most searches without a result have one wrong word. */
function findByAllButOneWord(db: Database, words: readonly SearchedWord[]): Promise<Matches> {
  const others = words.map(
    (_, omitted) => `(${makeTextQuery(words.filter((_, index) => index !== omitted))})`,
  );
  return runSearch(db, others.join(' | '), words);
}

/** Returns all matches in one row of text: thousands of rows take longer to read than to find. */
async function runSearch(db: Database, query: string, words: readonly SearchedWord[]): Promise<Matches> {
  const { rows } = await sql<{ matches: string | null }>`
    select ${selectMatches(words)} from part_words where words @@ ${query}::tsquery`.execute(db);
  return parseMatches(rows[0]?.matches);
}

async function findByMostWords(db: Database, words: readonly SearchedWord[]): Promise<Matches> {
  const queries = words.map((word) => makeTextQuery([word]));
  const counts = queries.map((query) => sql`(words @@ ${query}::tsquery)::integer`);
  const { rows } = await sql<{ matches: string | null }>`
    with matches as (
      select part_number, words, ${sql.join(counts, sql` + `)} as count
      from part_words join parts on parts.number = part_number
      where words @@ ${queries.join(' | ')}::tsquery and off_sale_at is null and price_cents is not null
    )
    select ${selectMatches(words)} from matches where count = (select max(count) from matches)`.execute(db);
  return parseMatches(rows[0]?.matches);
}

/** A match is one number: part number × 1024 + fit (0 to 1000), the shortest form to transfer. */
const fitSteps = 1024;

function selectMatches(words: readonly SearchedWord[]): RawBuilder<unknown> {
  const fit = sql`(ts_rank(words, ${makeRankingQuery(words)}::tsquery) * 1000)::integer`;
  return sql`string_agg((part_number::bigint * ${sql.lit(fitSteps)} + ${fit})::text, ' ') as matches`;
}

function parseMatches(text: string | null | undefined): Matches {
  const numbers = text ? text.split(' ') : [];
  const matches = { numbers: new Uint32Array(numbers.length), scores: new Uint32Array(numbers.length) };
  for (let index = 0; index < numbers.length; index += 1) {
    const number = Number(numbers[index]);
    matches.numbers[index] = Math.floor(number / fitSteps);
    matches.scores[index] = number % fitSteps;
  }
  return matches;
}

async function findById(db: Database, id: string): Promise<Matches> {
  const part = await db.selectFrom('parts').select('number').where('id', '=', id).executeTakeFirst();
  return { numbers: Uint32Array.from(part ? [part.number] : []), scores: Uint32Array.from(part ? [1] : []) };
}

async function correctWords(
  db: Database,
  words: readonly SearchedWord[],
): Promise<SearchedWord[] | undefined> {
  const mistyped = words.map(({ typed }) => typed).filter(isCorrectable);
  if (mistyped.length === 0) return undefined;
  const { rows } = await sql<{ typed: string; word: string }>`
    select typed, word from unnest(${mistyped}::text[]) as typed
    cross join lateral (
      select word from search_words where word % typed order by similarity(word, typed) desc, word limit 20
    ) as similar_words
    where not exists (select from search_words where search_words.word like typed || '%')`.execute(db);
  const corrected = words.map((word) => {
    const correction = findCorrection(
      word.typed,
      rows.filter(({ typed }) => typed === word.typed).map(({ word }) => word),
    );
    return correction.length > 0 ? { ...word, spellings: correction } : word;
  });
  return corrected.some((word, index) => word !== words[index]) ? corrected : undefined;
}
