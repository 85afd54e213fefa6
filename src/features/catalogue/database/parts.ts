/** Reads and writes of parts. */

import { type Insertable, type NotNull, type Selectable, sql } from 'kysely';
import pg from 'pg';
import { claimSlugs, releaseSlugs } from '#features/catalogue/database/part-slugs.ts';
import { storeWords } from '#features/catalogue/database/part-words.ts';
import { recordStockMovements } from '#features/catalogue/database/stock.ts';
import { findDoubtfulFields } from '#features/catalogue/rules/doubts.ts';
import { makeMatchKey } from '#features/catalogue/rules/import/recognition.ts';
import { defaultLowStock } from '#features/catalogue/rules/low-stock.ts';
import type { Category, PartSort, PartStatus } from '#features/catalogue/rules/parts.ts';
import type { SpecificationValues } from '#features/catalogue/rules/specification-fields.ts';
import { type PartCursor, partCursor } from '#kernel/cursors.ts';
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#platform/database/connect.ts';
import { countRows, type Page, type PageRequest, readPage } from '#platform/database/pages.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { matchesAllWords } from '#platform/database/text-search.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

export type PartRow = Selectable<DatabaseSchema['parts']>;

export type PartOnSale = PartRow & { price_cents: Cents };

export type NewPartRow = Omit<Insertable<DatabaseSchema['parts']>, 'slug'> & { created_at: Date };

export type PartListQuery = PageRequest<PartCursor> & {
  q?: string | undefined;
  sort?: PartSort | undefined;
  status: Exclude<PartStatus, 'on-sale'>;
};

export async function findPartsNotOnSale(
  db: Database,
  { q, sort = 'featured', status, ...request }: PartListQuery,
): Promise<Page<PartRow>> {
  let parts = selectByStatus[status](db);
  for (const condition of matchesAllWords('parts', q)) parts = parts.where(condition);
  const { cursor } = request;
  const sortColumn = sortColumns[sort];
  let rows = parts.selectAll();
  if (cursor && sortColumn) {
    const cursorKey = sql<number>`${String(Math.trunc(Number(cursor.key)) || 0)}::numeric`;
    rows = rows.where((row) =>
      row.or([
        row(sortColumn, '>', cursorKey),
        row.and([row(sortColumn, '=', cursorKey), row('id', '<', cursor.id)]),
      ]),
    );
  } else if (cursor) rows = rows.where('id', '<', cursor.id);
  if (sortColumn) rows = rows.orderBy(sortColumn);
  return await readPage(request, parts, rows.orderBy('id', 'desc'), (part) =>
    partCursor.encode({ key: readSortKey(part, sort), merit: 0, addedAt: 0, fileRow: 0, id: part.id }),
  );
}

/** The first parts on sale, in the order of buyers' lists. */
export async function findFirstPartsOnSale(
  db: Database,
  limit: number,
): Promise<{ rows: PartOnSale[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectPartsOnSale(db)
      .selectAll()
      .$narrowType<{ price_cents: NotNull }>()
      .orderBy(featuredRank)
      .orderBy(sql`stock >= minimum_order`, 'desc')
      .orderBy('sales_points', 'desc')
      .orderBy('rating_points', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('file_row')
      .orderBy('id')
      .limit(limit)
      .execute(),
    countRows(selectPartsOnSale(db)),
  ]);
  return { rows, total };
}

/** Those that cannot be ordered any more are among them. */
export async function findPartsRunningLow(
  db: Database,
  limit: number,
): Promise<{ rows: PartRow[]; total: number }> {
  const low = selectPartsOnSale(db).where(
    sql<boolean>`(stock <= coalesce(low_stock, ${defaultLowStock}) or stock < minimum_order)`,
  );
  const [rows, total] = await Promise.all([
    low.selectAll().orderBy('stock').orderBy('id', 'desc').limit(limit).execute(),
    countRows(low),
  ]);
  return { rows, total };
}

export function findPartOnSale(db: Database, id: string): Promise<PartOnSale | undefined> {
  return selectPartsOnSale(db)
    .selectAll()
    .$narrowType<{ price_cents: NotNull }>()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** For joins of other features. */
export function selectParts(db: Database) {
  return db.selectFrom('parts');
}

export function findPart(db: Database, id: string): Promise<PartRow | undefined> {
  return db.selectFrom('parts').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPartsByIds(db: Database, ids: readonly string[]): Promise<PartRow[]> {
  return db.selectFrom('parts').selectAll().where('id', 'in', ids).execute();
}

/** In the order of their ids, as all who lock several parts. Orders may still reference them. */
export function lockParts(db: Database, ids: readonly string[]): Promise<PartRow[]> {
  return db.selectFrom('parts').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

export function lockPart(db: Database, id: string): Promise<PartRow | undefined> {
  return db.selectFrom('parts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

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

const lastRank = 2_147_483_647;
const featuredRank = sql<number>`coalesce(featured_rank, ${sql.lit(lastRank)})`;

const sortColumns = {
  featured: featuredRank,
  newest: undefined,
  stock: sql<number>`stock`,
  price: sql<number>`coalesce(price_cents, ${sql.lit(lastRank)})`,
} as const;

function readSortKey({ featured_rank, stock, price_cents }: PartRow, sort: PartSort): number {
  return { featured: featured_rank ?? lastRank, newest: 0, stock, price: price_cents ?? lastRank }[sort];
}

function selectPartsOnSale(db: Database) {
  return db.selectFrom('parts').where('off_sale_at', 'is', null).where('price_cents', 'is not', null);
}

function selectPartsOffSale(db: Database) {
  return db.selectFrom('parts').where('off_sale_at', 'is not', null);
}

function selectUnpricedParts(db: Database) {
  return db.selectFrom('parts').where('off_sale_at', 'is', null).where('price_cents', 'is', null);
}

function selectPartsToCheck(db: Database) {
  return db.selectFrom('parts').where('off_sale_at', 'is', null).where(sql<boolean>`doubtful_fields <> '[]'`);
}

const selectByStatus = {
  'off-sale': selectPartsOffSale,
  unpriced: selectUnpricedParts,
  'to-check': selectPartsToCheck,
};

export function countPartsToCheck(db: Database): Promise<number> {
  return countRows(selectPartsToCheck(db));
}

/** The columns of a part that follow from others; every write of a part computes them. */
type DescribedPart = {
  category: Category;
  brand: string;
  name: string;
  price_cents?: Cents | null | undefined;
  specs: SpecificationValues;
};

function computeColumns(part: DescribedPart): { match_key: string; doubtful_fields: string } {
  const doubtfulFields = findDoubtfulFields({ ...part, price_cents: part.price_cents ?? null });
  return { match_key: makeMatchKey(part), doubtful_fields: JSON.stringify(doubtfulFields) };
}
