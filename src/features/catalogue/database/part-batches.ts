/** Reads and writes batches of parts. */
import { sql } from 'kysely';
import { claimSlugs } from '#catalogue/database/part-slugs.ts';
import { storeWords } from '#catalogue/database/part-words.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { recordStockMovements } from '#catalogue/database/stock.ts';
import { isShownIn } from '#catalogue/database/stored-categories.ts';
import { findDoubtfulFields } from '#catalogue/rules/doubts.ts';
import { makeMatchKey } from '#catalogue/rules/import/recognition.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { Database } from '#platform/database/connect.ts';
import { countRows } from '#platform/database/pages.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

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

export type PartChange = { before: PartRow; after: PartRow };

export async function updateParts(
  transaction: Transaction,
  changes: readonly PartChange[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const renamed = changes.filter(({ before, after }) => concatText(before) !== concatText(after));
  const slugs = await claimSlugs(
    transaction,
    renamed.map(({ after }) => after),
  );
  const rows = changes.map(({ after }) => ({
    ...after,
    slug: slugs.get(after.id) ?? after.slug,
    match_key: makeMatchKey(after),
    doubtful_fields: findDoubtfulFields(after),
    updated_at: at,
  }));
  await updateKeys(transaction, changes, rows);
  await sql`update parts set
      (brand, name, mpn, description, image, price_cents, stock, minimum_order, low_stock, weight_grams, specs, derived_fields,
        featured_rank, off_sale_at, match_key, doubtful_fields, updated_at)
      = (new.brand, new.name, new.mpn, new.description, new.image, new.price_cents, new.stock, new.minimum_order,
        new.low_stock, new.weight_grams, new.specs, new.derived_fields, new.featured_rank, new.off_sale_at, new.match_key,
        new.doubtful_fields, new.updated_at)
    from jsonb_populate_recordset(null::parts, ${JSON.stringify(rows)}::jsonb) as new
    where parts.id = new.id`.execute(changeContent(transaction));
  await storeWords(
    transaction,
    renamed.map(({ after }) => after),
  );
  await recordStockMovements(
    transaction,
    changes.map(({ before, after }) => ({
      partId: after.id,
      units: after.stock - before.stock,
      reason: 'edit',
      at,
    })),
  );
}

type Keys = Pick<PartRow, 'id' | 'category' | 'gtin' | 'slug'>;

/**
 * Only of parts whose keys change: a statement that sets columns of a unique index waits for all orders that
 * reference the part, and they may wait for this transaction.
 */
async function updateKeys(
  transaction: Transaction,
  changes: readonly PartChange[],
  rows: readonly Keys[],
): Promise<void> {
  const earlier = new Map(changes.map(({ before }) => [before.id, before]));
  const keys = rows
    .map(({ id, category, gtin, slug }): Keys => ({ id, category, gtin, slug }))
    .filter(({ id, ...key }) => {
      const before = earlier.get(id);
      return key.category !== before?.category || key.gtin !== before.gtin || key.slug !== before.slug;
    });
  if (keys.length === 0) return;
  await sql`update parts set (category, gtin, slug) = (new.category, new.gtin, new.slug)
    from jsonb_populate_recordset(null::parts, ${JSON.stringify(keys)}::jsonb) as new
    where parts.id = new.id`.execute(changeContent(transaction));
}

export async function countParts(db: Database, category: Category | undefined): Promise<number> {
  let parts = db.selectFrom('parts');
  if (category) parts = parts.where(isShownIn(category, 'parts.category'));
  return await countRows(parts);
}

export async function* readAllParts(db: Database, category: Category | undefined): AsyncGenerator<PartRow[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    let parts = db.selectFrom('parts').selectAll().where('id', '>', after).orderBy('id').limit(1000);
    if (category) parts = parts.where(isShownIn(category, 'parts.category'));
    const rows = await parts.execute();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < 1000) return;
    after = last.id;
  }
}

function hasOneOfSkus(skus: readonly string[]) {
  return sql<boolean>`sku = any(${skus})`;
}

function concatText({ category, brand, name, mpn, gtin, specs }: PartRow): string {
  return JSON.stringify([category, brand, name, mpn, gtin, specs]);
}
