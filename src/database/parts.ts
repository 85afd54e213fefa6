/** Reads and writes of parts. */
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { type Page, type PageRequest, pageOf } from '#database/pages.ts';
import type { Tables } from '#database/schema.ts';
import { found } from '#database/search.ts';
import { recordStockMovements } from '#database/stock.ts';
import { type SortedCursor, sortedCursor } from '#domain/cursors.ts';
import type { PartSort, PartStatus } from '#domain/parts.ts';
import { lowStock } from '#domain/parts.ts';

export type PartRow = Selectable<Tables['parts']>;

export type PartQuestion = PageRequest<SortedCursor> & {
  q?: string | undefined;
  sort?: PartSort;
  status?: PartStatus;
};

/** Parts on sale (or off it) that have every word of `q`, sorted as asked and then the newest first. */
export async function findParts(
  db: Database,
  { limit, cursor, q, sort = 'featured', status = 'on-sale' }: PartQuestion,
): Promise<Page<PartRow>> {
  let parts = status === 'on-sale' ? onSale(db) : db.selectFrom('parts').where('off_sale_at', 'is not', null);
  for (const condition of found('parts', q)) parts = parts.where(condition);
  const place = places[sort];
  let rows = parts.selectAll();
  if (cursor && place) {
    const at = sql<number>`${cursor.place}::bigint`;
    rows = rows.where((row) =>
      row.or([row(place, '>', at), row.and([row(place, '=', at), row('id', '<', cursor.id)])]),
    );
  } else if (cursor) rows = rows.where('id', '<', cursor.id);
  if (place) rows = rows.orderBy(place);
  const [listed, { total }] = await Promise.all([
    rows
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    parts.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return pageOf(listed, total, limit, (part) =>
    sortedCursor.encode({ place: placeOf(part, sort), id: part.id }),
  );
}

/** The `page`th page (from 1) of the parts on sale, in the same order, for pages that people turn by number. */
export async function findPartsOnSaleByPage(
  db: Database,
  page: number,
  size: number,
): Promise<Page<PartRow>> {
  const [rows, total] = await Promise.all([
    onSale(db)
      .selectAll()
      .orderBy(rank)
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countPartsOnSale(db),
  ]);
  return { rows, total, next: page * size < total ? String(page + 1) : undefined };
}

/** Parts on sale of which few are left, the fewest first. */
export async function findPartsRunningLow(
  db: Database,
  limit: number,
): Promise<{ rows: PartRow[]; total: number }> {
  const low = onSale(db).where('stock', '<=', lowStock);
  const [rows, { total }] = await Promise.all([
    low.selectAll().orderBy('stock').orderBy('id', 'desc').limit(limit).execute(),
    low.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** One part on sale. */
export function findPartOnSale(db: Database, id: string): Promise<PartRow | undefined> {
  return onSale(db).selectAll().where('id', '=', id).executeTakeFirst();
}

/** One part, whether on sale or not. */
export function findPart(db: Database, id: string): Promise<PartRow | undefined> {
  return db.selectFrom('parts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** One part, whether on sale or not, its row locked until the transaction ends. */
export function lockPart(db: Database, id: string): Promise<PartRow | undefined> {
  return db.selectFrom('parts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export type PartChanges = Partial<
  Pick<PartRow, 'name' | 'description' | 'image' | 'price_cents' | 'stock' | 'minimum_order' | 'off_sale_at'>
>;

/** Writes what has changed of a part, another stock with its movement; its row must be locked. */
export async function updatePart(db: Database, id: string, changes: PartChanges, at: Date): Promise<PartRow> {
  if (changes.stock !== undefined) {
    const { stock } = await db
      .selectFrom('parts')
      .select('stock')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await recordStockMovements(db, [{ partId: id, units: changes.stock - stock, reason: 'edit', at }]);
  }
  return await db
    .updateTable('parts')
    .set({ ...changes, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a part, and its first stock to the ledger; answers false when another has its SKU. */
export async function insertPart(
  db: Database,
  part: Insertable<Tables['parts']> & { created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('parts')
    .values(part)
    .onConflict((conflict) => conflict.column('sku').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await recordStockMovements(db, [
    { partId: part.id, units: part.stock, reason: 'opening', at: part.created_at },
  ]);
  return true;
}

const last = 2_147_483_647;
const rank = sql<number>`coalesce(featured_rank, ${sql.lit(last)})`;

/** What the sorts begin with; the newest need nothing but the ids, which are made in the order of time. */
const places = {
  featured: rank,
  newest: undefined,
  stock: sql<number>`stock`,
  price: sql<number>`price_cents`,
} as const;

function placeOf({ featured_rank, stock, price_cents }: PartRow, sort: PartSort): number {
  return { featured: featured_rank ?? last, newest: 0, stock, price: price_cents }[sort];
}

function onSale(db: Database) {
  return db.selectFrom('parts').where('off_sale_at', 'is', null);
}

async function countPartsOnSale(db: Database): Promise<number> {
  const { total } = await onSale(db)
    .select((row: ExpressionBuilder<Tables, 'parts'>) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
