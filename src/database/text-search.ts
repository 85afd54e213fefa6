/** What lists are searched in: one text a row, under an index of trigrams (`migrations/0003-lists.sql`). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

const searchedTexts = {
  orders: sql`part_name || ' ' || buyer_name || ' ' || buyer_email || ' ' || location || ' ' || id::text || ' ' || part_id::text`,
  parts: sql`name || ' ' || brand || ' ' || sku || ' ' || id::text`,
  people: sql`name || ' ' || email`,
};

/** A condition for each word of `q`: the row's text has it somewhere, in whatever case. */
export function matchesAllWords(
  table: keyof typeof searchedTexts,
  q: string | undefined,
): RawBuilder<SqlBool>[] {
  const words = q?.trim().split(/\s+/).filter(Boolean) ?? [];
  return words.map((word) => sql<SqlBool>`(${searchedTexts[table]}) ilike ${`%${escapeLikePattern(word)}%`}`);
}

/** What the pattern language of PostgreSQL would take for more than itself. */
function escapeLikePattern(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}
