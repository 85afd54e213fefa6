/** Reads the parts that rows of an import may mean. */
import { sql } from 'kysely';
import type { KnownPart } from '#catalogue/rules/import/recognition.ts';
import { simplifyMpn } from '#catalogue/rules/part-numbers.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { Database } from '#platform/database/connect.ts';
import { readAfterLast } from '#platform/database/read-in-pieces.ts';

export async function findPartsByGtin(
  db: Database,
  gtins: readonly string[],
): Promise<Map<string, KnownPart>> {
  if (gtins.length === 0) return new Map();
  const rows = await selectKnownParts(db).where(sql<boolean>`gtin = any(${gtins})`).execute();
  return new Map(rows.flatMap((part) => (part.gtin === null ? [] : [[part.gtin, part]])));
}

/** The parts with one of the keys or MPNs that no staged row names by its SKU. */
export async function findUnstagedParts(
  db: Database,
  { keys, mpns }: { keys: readonly string[]; mpns: readonly string[] },
): Promise<KnownPart[]> {
  return await selectKnownParts(db)
    .where(sql<boolean>`(match_key = any(${keys}) or ${hasOneOfMpns(mpns)})`)
    .where(sql<boolean>`not exists (select from staged_parts where staged_parts.sku = parts.sku)`)
    .orderBy('id')
    .execute();
}

export async function findPartsByMpn(db: Database, mpns: readonly string[]): Promise<KnownPart[]> {
  if (mpns.length === 0) return [];
  return await selectKnownParts(db).where(hasOneOfMpns(mpns)).orderBy('id').execute();
}

function hasOneOfMpns(mpns: readonly string[]) {
  const simpleMpns = mpns.map(simplifyMpn).filter(Boolean);
  return sql<boolean>`mpn is not null and regexp_replace(lower(mpn), '[^a-z0-9]', '', 'g') = any(${simpleMpns})`;
}

export async function findKnownParts(db: Database, skus: readonly string[]): Promise<KnownPart[]> {
  return await selectKnownParts(db).where(sql<boolean>`sku = any(${skus})`).execute();
}

/** All parts, or those of some categories, some at a time. */
export async function* readKnownParts(
  db: Database,
  categories?: readonly Category[],
): AsyncGenerator<KnownPart> {
  let known = selectKnownParts(db).orderBy('sku').limit(2000);
  if (categories) known = known.where(sql<boolean>`category = any(${categories})`);
  const read = (last?: KnownPart) => (last ? known.where('sku', '>', last.sku) : known).execute();
  for await (const parts of readAfterLast(read)) yield* parts;
}

function selectKnownParts(db: Database) {
  return db
    .selectFrom('parts')
    .select(['sku', 'category', 'brand', 'name', 'mpn', 'gtin', 'specs', 'facts'])
    .select(['derived_fields', 'match_key']);
}
