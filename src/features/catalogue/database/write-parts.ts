/** Writes parts, one edited or many new ones, with their slugs, search words and stock. */
import type { Insertable } from 'kysely';
import pg from 'pg';
import { claimSlugs, releaseSlugs } from '#catalogue/database/part-slugs.ts';
import { storeWords } from '#catalogue/database/part-words.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { recordStockMovements } from '#catalogue/database/stock.ts';
import { findDoubtfulFields } from '#catalogue/rules/doubts.ts';
import { makeMatchKey } from '#catalogue/rules/import/recognition.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import type { Cents } from '#kernel/money.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

export type NewPartRow = Omit<Insertable<DatabaseSchema['parts']>, 'slug'> & { created_at: Date };

export type PartChanges = Partial<
  Pick<
    PartRow,
    | 'sku'
    | 'mpn'
    | 'gtin'
    | 'category'
    | 'name'
    | 'brand'
    | 'description'
    | 'image'
    | 'price_cents'
    | 'stock'
    | 'minimum_order'
    | 'low_stock'
    | 'weight_grams'
    | 'specs'
    | 'derived_fields'
    | 'featured_rank'
    | 'off_sale_at'
  >
>;

/** The row must be locked. */
export async function updatePart(
  transaction: Transaction,
  part: PartRow,
  { specs, derived_fields, ...changes }: PartChanges,
  at: Date,
): Promise<PartRow> {
  const { id, stock } = part;
  if (changes.stock !== undefined) {
    await recordStockMovements(transaction, [
      { partId: id, units: changes.stock - stock, reason: 'edit', at },
    ]);
  }
  const { name, brand, sku, category, mpn, gtin } = changes;
  const isDescribed = [name, brand, sku, category, specs, mpn, gtin].some((change) => change !== undefined);
  // before the update: in another category its slug may belong to another part
  const slugs = isDescribed ? await claimSlugs(transaction, [{ ...part, ...changes }]) : new Map();
  const updated = await changeContent(transaction)
    .updateTable('parts')
    .set({
      ...omitSameKeys(part, { ...changes, slug: slugs.get(id) ?? part.slug }),
      ...(specs ? { specs: JSON.stringify(specs) } : {}),
      ...(derived_fields ? { derived_fields: JSON.stringify(derived_fields) } : {}),
      ...computeColumns({ ...part, ...changes, specs: JSON.parse(JSON.stringify(specs ?? part.specs)) }),
      updated_at: at,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isDescribed) await storeWords(transaction, [updated]);
  return updated;
}

/** Setting a column of a unique index waits for all orders that reference the part, which may wait for this lock. */
function omitSameKeys<Changes extends object>(part: PartRow, changes: Changes): Changes {
  const { sku, category, gtin, slug } = part;
  const keys = new Map<string, unknown>(Object.entries({ sku, category, gtin, slug }));
  const changed = Object.entries(changes).filter(
    ([name, value]) => !keys.has(name) || keys.get(name) !== value,
  );
  return Object.fromEntries(changed) as Changes;
}

/** True when another part has the SKU that was to be written. */
export function isSkuTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'parts_sku_key';
}

/** True when another part has the GTIN that was to be written. */
export function isGtinTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'parts_gtin_key';
}

/** At most a thousand. Returns the ids of the inserted ones: parts with a known SKU are left out. */
export async function insertParts(
  transaction: Transaction,
  parts: readonly NewPartRow[],
): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const slugs = await claimSlugs(transaction, parts);
  const rows = parts.map((part) => ({
    ...part,
    slug: slugs.get(part.id) ?? part.id,
    ...computeColumns({ ...part, specs: JSON.parse(part.specs ?? '{}') }),
  }));
  const added = await changeContent(transaction)
    .insertInto('parts')
    .values(rows)
    .onConflict((conflict) => conflict.column('sku').doNothing())
    .returning([
      ...([
        'id',
        'number',
        'name',
        'brand',
        'sku',
        'mpn',
        'gtin',
        'category',
        'specs',
        'stock',
        'created_at',
      ] as const),
    ])
    .execute();
  await storeWords(transaction, added);
  await recordStockMovements(
    transaction,
    added.map(({ id, stock, created_at }) => ({
      partId: id,
      units: stock,
      reason: 'opening',
      at: created_at,
    })),
  );
  const ids = new Set(added.map(({ id }) => id));
  await releaseSlugs(
    transaction,
    parts.map(({ id }) => id).filter((id) => !ids.has(id)),
  );
  return ids;
}

type DescribedPart = {
  category: Category;
  brand: string;
  name: string;
  price_cents?: Cents | null | undefined;
  specs: SpecificationValues;
};

/** The columns of a part that follow from others; every write of a part computes them. */
function computeColumns(part: DescribedPart): { match_key: string; doubtful_fields: string } {
  const doubtfulFields = findDoubtfulFields({ ...part, price_cents: part.price_cents ?? null });
  return { match_key: makeMatchKey(part), doubtful_fields: JSON.stringify(doubtfulFields) };
}
