/** Stores the search words of parts, which `src/features/catalogue/rules/search/part-words.ts` computes. */
import { sql } from 'kysely';
import {
  listPartWords,
  type SearchedPart,
  type WordWeight,
  wordsVersion,
} from '#catalogue/rules/search/part-words.ts';
import { isCorrectable } from '#catalogue/rules/search/typing-errors.ts';
import type { Database } from '#platform/database/connect.ts';

export async function storeWords(
  db: Database,
  parts: readonly (SearchedPart & { number: number })[],
): Promise<void> {
  if (parts.length === 0) return;
  const words = parts.map(listPartWords);
  const correctable = [
    ...new Set(words.flatMap((partWords) => [...partWords.keys()].filter(isCorrectable))),
  ].sort(); // no deadlocks
  await sql`insert into part_words (part_number, recipe, words)
    select part_number, ${wordsVersion}, words::tsvector
    from unnest(${parts.map((part) => part.number)}::integer[], ${words.map(formatVector)}::text[])
      as computed (part_number, words)
    on conflict (part_number) do update set recipe = excluded.recipe, words = excluded.words`.execute(db);
  await sql`insert into search_words (word) select unnest(${correctable}::text[]) on conflict do nothing`.execute(
    db,
  );
}

/**
 * At most `limit` parts without words, or with words of an earlier version; those of a later release stay. Locked in the order
 * of their ids, as by all who lock several, so that an edit at the same moment is not overwritten with what was read before it.
 */
export function findPartsWithoutWords(db: Database, limit: number) {
  return db
    .selectFrom('parts')
    .leftJoin('part_words', 'part_words.part_number', 'parts.number')
    .where((row) =>
      row.or([row('part_words.recipe', 'is', null), row('part_words.recipe', '<', wordsVersion)]),
    )
    .select([
      'number',
      'name',
      'description',
      'brand',
      'sku',
      'mpn',
      'gtin',
      'category',
      'specs',
      'facts',
      'derived_fields',
      'match_key',
      'price_cents',
      'doubtful_fields',
    ])
    .orderBy('parts.id')
    .limit(limit)
    .forNoKeyUpdate('parts')
    .execute();
}

function formatVector(words: ReadonlyMap<string, WordWeight>): string {
  return [...words].map(([word, weight]) => `'${word}':1${weight}`).join(' ');
}
