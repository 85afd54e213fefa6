/** Reads batches of parts. */
import { sql } from 'kysely';
import type { PartRow } from '#catalogue/database/parts.ts';
import { isShownIn } from '#catalogue/database/stored-categories.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { Database } from '#platform/database/connect.ts';
import { countRows } from '#platform/database/pages.ts';
import { readAfterLast } from '#platform/database/read-in-pieces.ts';

export async function findCategoriesBySku(
  db: Database,
  skus: readonly string[],
): Promise<Map<string, Category>> {
  if (skus.length === 0) return new Map();
  const rows = await db.selectFrom('parts').select(['sku', 'category']).where(hasOneOfSkus(skus)).execute();
  return new Map(rows.map(({ sku, category }) => [sku, category]));
}

export async function findPartsBySku(db: Database, skus: readonly string[]): Promise<Map<string, PartRow>> {
  if (skus.length === 0) return new Map();
  const rows = await db.selectFrom('parts').selectAll().where(hasOneOfSkus(skus)).execute();
  return new Map(rows.map((row) => [row.sku, row]));
}

/** Locks existing parts until the transaction ends; orders may still reference them, but not take their stock. */
export async function lockPartsBySku(db: Database, skus: readonly string[]): Promise<PartRow[]> {
  if (skus.length === 0) return [];
  return await db
    .selectFrom('parts')
    .selectAll()
    .where(hasOneOfSkus(skus))
    .orderBy('id') // the same order everywhere, against deadlocks
    .forNoKeyUpdate()
    .execute();
}

export async function countParts(db: Database, category: Category | undefined): Promise<number> {
  let parts = db.selectFrom('parts');
  if (category) parts = parts.where(isShownIn(category, 'parts.category'));
  return await countRows(parts);
}

export function readAllParts(db: Database, category: Category | undefined): AsyncGenerator<PartRow[]> {
  let parts = db.selectFrom('parts').selectAll().orderBy('id').limit(1000);
  if (category) parts = parts.where(isShownIn(category, 'parts.category'));
  return readAfterLast<PartRow>((last) => (last ? parts.where('id', '>', last.id) : parts).execute());
}

function hasOneOfSkus(skus: readonly string[]) {
  return sql<boolean>`sku = any(${skus})`;
}
