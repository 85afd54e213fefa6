/** Searches the catalogue: PostgreSQL's full text finds parts by their words, its trigrams the words that were meant. */
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
  /** The search with its typing errors mended, if there were any and nothing was found with them. */
  meant: string | undefined;
  /** True where nothing on sale has all words of the search: these parts have the most of them. */
  isPartial: boolean;
};

/** What a search depends on besides its text. */
export type Searching = {
  /** Whether the last word may still be half a word; then all of them must be there. */
  isTyping: boolean;
  /** What is not on sale is found, too, but does not count as found. */
  isOnSale: (number: number) => boolean;
};

/**
 * Finds every part that has all words of the text; where none of them is on sale, those that have all words of the text
 * that was probably meant; where none of these is, either, the parts on sale that have the most of the words.
 */
export async function searchParts(
  db: Database,
  text: string,
  { isTyping, isOnSale }: Searching,
): Promise<SearchResult> {
  const isAny = ({ numbers }: Matches) => numbers.some(isOnSale);
  const found = (matches: Matches): SearchResult => ({ matches, meant: undefined, isPartial: false });
  if (isUuid(text.toLowerCase())) return found(await findById(db, text));
  const words = parseSearch(text, { isTyping });
  if (words.length === 0) return found(readMatches(''));
  const matches = await findByWords(db, words);
  if (isAny(matches)) return found(matches);
  const mended = await correctWords(db, words);
  const meant = mended?.map(({ spellings }) => spellings[0]).join(' ');
  const right = mended ? await findByWords(db, mended) : matches;
  if (isTyping || words.length === 1 || isAny(right)) return { matches: right, meant, isPartial: false };
  const lackingOne = await findLackingOne(db, mended ?? words);
  const most = isAny(lackingOne) ? lackingOne : await findByMostWords(db, mended ?? words);
  return { matches: most, meant, isPartial: true };
}

function findByWords(db: Database, words: readonly SearchedWord[]): Promise<Matches> {
  return runSearch(db, makeTextQuery(words), words);
}

/** The parts that have all words but one; most searches without a result have one word that is wrong. */
function findLackingOne(db: Database, words: readonly SearchedWord[]): Promise<Matches> {
  const others = words.map((_, left) => `(${makeTextQuery(words.filter((_, index) => index !== left))})`);
  return runSearch(db, others.join(' | '), words);
}

/** All matches in one row of text, because thousands of rows would take longer to read than to find. */
async function runSearch(db: Database, query: string, words: readonly SearchedWord[]): Promise<Matches> {
  const { rows } = await sql<{ found: string | null }>`
    select ${matchesWords(words)} from part_words where words @@ ${query}::tsquery`.execute(db);
  return readMatches(rows[0]?.found);
}

/** The parts on sale that have as many of the words as any has; none where none has one. */
async function findByMostWords(db: Database, words: readonly SearchedWord[]): Promise<Matches> {
  const each = words.map((word) => makeTextQuery([word]));
  const counts = each.map((query) => sql`(words @@ ${query}::tsquery)::integer`);
  const { rows } = await sql<{ found: string | null }>`
    with counted as (
      select part_number, words, ${sql.join(counts, sql` + `)} as count
      from part_words join parts on parts.number = part_number
      where words @@ ${each.join(' | ')}::tsquery and off_sale_at is null and price_cents is not null
    )
    select ${matchesWords(words)} from counted where count = (select max(count) from counted)`.execute(db);
  return readMatches(rows[0]?.found);
}

/** One number says which part it is and how well it fits, from 0 to 1000: it is the shortest to write and to read. */
const fitSteps = 1024;

function matchesWords(words: readonly SearchedWord[]): RawBuilder<unknown> {
  const fit = sql`(ts_rank(words, ${makeRankingQuery(words)}::tsquery) * 1000)::integer`;
  return sql`string_agg((part_number::bigint * ${sql.lit(fitSteps)} + ${fit})::text, ' ') as found`;
}

function readMatches(found: string | null | undefined): Matches {
  const both = found ? found.split(' ') : [];
  const matches = { numbers: new Uint32Array(both.length), fits: new Uint32Array(both.length) };
  for (let index = 0; index < both.length; index += 1) {
    const each = Number(both[index]);
    matches.numbers[index] = Math.floor(each / fitSteps);
    matches.fits[index] = each % fitSteps;
  }
  return matches;
}

async function findById(db: Database, id: string): Promise<Matches> {
  const part = await db.selectFrom('parts').select('number').where('id', '=', id).executeTakeFirst();
  return { numbers: Uint32Array.from(part ? [part.number] : []), fits: Uint32Array.from(part ? [1] : []) };
}

/** The words with those replaced that no part has, or nothing when there is none to be replaced. */
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
    ) as alike
    where not exists (select from search_words where search_words.word like typed || '%')`.execute(db);
  const mended = words.map((word) => {
    const meant = findCorrection(
      word.typed,
      rows.filter(({ typed }) => typed === word.typed).map(({ word }) => word),
    );
    return meant.length > 0 ? { ...word, spellings: meant } : word;
  });
  return mended.some((word, index) => word !== words[index]) ? mended : undefined;
}
