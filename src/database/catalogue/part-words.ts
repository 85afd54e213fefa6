/** Keeps the words that parts are found by; what they are is decided in `src/domain/catalogue/search/part-words.ts`. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import {
  listPartWords,
  type SearchedPart,
  type WordWeight,
  wordsVersion,
} from '#domain/catalogue/search/part-words.ts';
import { isCorrectable } from '#domain/catalogue/search/typing-errors.ts';

/** Makes the words of these parts anew, and known those that are new. */
export async function storeWords(
  db: Database,
  parts: readonly (SearchedPart & { number: number })[],
): Promise<void> {
  if (parts.length === 0) return;
  const words = parts.map(listPartWords);
  const known = [...new Set(words.flatMap((each) => [...each.keys()].filter(isCorrectable)))].sort(); // no deadlocks
  await sql`insert into part_words (part_number, recipe, words)
    select part_number, ${wordsVersion}, words::tsvector
    from unnest(${parts.map((part) => part.number)}::integer[], ${words.map(makeVector)}::text[])
      as made (part_number, words)
    on conflict (part_number) do update set recipe = excluded.recipe, words = excluded.words`.execute(db);
  await sql`insert into search_words (word) select unnest(${known}::text[]) on conflict do nothing`.execute(
    db,
  );
}

/** At most `limit` parts that have no words, or words of an earlier recipe; two releases would undo each other's otherwise. */
export function findPartsWithoutWords(db: Database, limit: number) {
  return db
    .selectFrom('parts')
    .leftJoin('part_words', 'part_words.part_number', 'parts.number')
    .where((row) =>
      row.or([row('part_words.recipe', 'is', null), row('part_words.recipe', '<', wordsVersion)]),
    )
    .select(['number', 'name', 'brand', 'sku', 'category', 'specs'])
    .limit(limit)
    .execute();
}

/** The words as PostgreSQL reads them; none has a quote in it. */
function makeVector(words: ReadonlyMap<string, WordWeight>): string {
  return [...words].map(([word, weight]) => `'${word}':1${weight}`).join(' ');
}
