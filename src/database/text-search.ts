/** Text search of lists: one text for each row, with a trigram index (`migrations/0003-lists.sql`). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

const searchTexts = {
  orders: sql`part_name || ' ' || buyer_name || ' ' || buyer_email || ' ' || location || ' ' || id::text || ' ' || part_id::text`,
  parts: sql`name || ' ' || brand || ' ' || sku || ' ' || id::text`,
  people: sql`name || ' ' || email`,
};

export function matchesAllWords(
  table: keyof typeof searchTexts,
  q: string | undefined,
): RawBuilder<SqlBool>[] {
  const words = q?.trim().split(/\s+/).filter(Boolean) ?? [];
  return words.map((word) => sql<SqlBool>`(${searchTexts[table]}) ilike ${`%${escapeLikePattern(word)}%`}`);
}

function escapeLikePattern(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}
