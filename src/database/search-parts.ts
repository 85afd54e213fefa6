/** Searches the catalogue: PostgreSQL's full text finds parts by their words, its trigrams the words that were meant. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { Matches } from '#domain/catalogue/shelved-part.ts';
import { queryOf, rankingQueryOf, type SearchedWord, searchedWords } from '#domain/search/searches.ts';
import { canBeMeant, meantBy } from '#domain/search/typing-errors.ts';

export type Found = {
  matches: Matches;
  /** The search with its typing errors mended, if there were any and nothing was found with them. */
  meant: string | undefined;
};

/** Finds every part that has all words of the text, on sale or not, or else of the text that was probably meant. */
export async function searchParts(db: Database, text: string, { isTyping = false } = {}): Promise<Found> {
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(text)?.[0];
  if (id) return { matches: await findById(db, id), meant: undefined };
  const words = searchedWords(text, { isTyping });
  if (words.length === 0) return { matches: new Map(), meant: undefined };
  const matches = await findByWords(db, words);
  if (matches.size > 0) return { matches, meant: undefined };
  const mended = await mend(db, words);
  if (!mended) return { matches, meant: undefined };
  return {
    matches: await findByWords(db, mended),
    meant: mended.map(({ spellings }) => spellings[0]).join(' '),
  };
}

/** All matches in one row of text, because thousands of rows would take longer to read than to find. */
async function findByWords(db: Database, words: readonly SearchedWord[]): Promise<Matches> {
  const { rows } = await sql<{ found: string | null }>`
    select string_agg(part_number || ':' || (ts_rank(words, ${rankingQueryOf(words)}::tsquery) * 1000)::integer, ' ') as found
    from part_words where words @@ ${queryOf(words)}::tsquery`.execute(db);
  const found = rows[0]?.found?.split(' ') ?? [];
  return new Map(
    found.map((pair) => {
      const colon = pair.indexOf(':');
      return [Number(pair.slice(0, colon)), Number(pair.slice(colon + 1))];
    }),
  );
}

async function findById(db: Database, id: string): Promise<Matches> {
  const part = await db.selectFrom('parts').select('number').where('id', '=', id).executeTakeFirst();
  return new Map(part ? [[part.number, 1]] : []);
}

/** The words with those replaced that no part has, or nothing when there is none to be replaced. */
async function mend(db: Database, words: readonly SearchedWord[]): Promise<SearchedWord[] | undefined> {
  const mistyped = words.map(({ typed }) => typed).filter(canBeMeant);
  if (mistyped.length === 0) return undefined;
  const { rows } = await sql<{ typed: string; word: string }>`
    select typed, word from unnest(${mistyped}::text[]) as typed
    cross join lateral (
      select word from search_words where word % typed order by similarity(word, typed) desc, word limit 20
    ) as alike
    where not exists (select from search_words where search_words.word like typed || '%')`.execute(db);
  const mended = words.map((word) => {
    const meant = meantBy(
      word.typed,
      rows.filter(({ typed }) => typed === word.typed).map(({ word }) => word),
    );
    return meant.length > 0 ? { ...word, spellings: meant } : word;
  });
  return mended.some((word, index) => word !== words[index]) ? mended : undefined;
}
