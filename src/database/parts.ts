/** Reads and writes of parts. */
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { type Page, type PageRequest, pageOf } from '#database/pages.ts';
import type { Tables } from '#database/schema.ts';
import { type SortedCursor, sortedCursor } from '#domain/cursors.ts';

export type PartRow = Selectable<Tables['parts']>;

/** The parts on sale: those of the home page in their order, then the newest first. */
export async function findPartsOnSale(
  db: Database,
  { limit, cursor }: PageRequest<SortedCursor>,
): Promise<Page<PartRow>> {
  let rows = onSale(db)
    .selectAll()
    .orderBy(rank)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor) {
    const place = sql<number>`${cursor.place}::bigint`;
    rows = rows.where((row) =>
      row.or([row(rank, '>', place), row.and([row(rank, '=', place), row('id', '<', cursor.id)])]),
    );
  }
  const [found, total] = await Promise.all([rows.execute(), countPartsOnSale(db)]);
  return pageOf(found, total, limit, ({ featured_rank, id }) =>
    sortedCursor.encode({ place: featured_rank ?? last, id }),
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

/** One part on sale. */
export function findPartOnSale(db: Database, id: string): Promise<PartRow | undefined> {
  return onSale(db).selectAll().where('id', '=', id).executeTakeFirst();
}

/** One part, whether on sale or not. */
export function findPart(db: Database, id: string): Promise<PartRow | undefined> {
  return db.selectFrom('parts').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Takes units from the stock if there are enough, in one conditional update; answers whether it did. The row stays
 * locked until the transaction ends, so take the stock as late as possible.
 */
export async function takeStock(db: Database, id: string, units: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('parts')
    .set((row) => ({ stock: row('stock', '-', units), updated_at: at }))
    .where('id', '=', id)
    .where('stock', '>=', units)
    .where('off_sale_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Gives units back to the stock. */
export async function giveStockBack(db: Database, id: string, units: number, at: Date): Promise<void> {
  await db
    .updateTable('parts')
    .set((row) => ({ stock: row('stock', '+', units), updated_at: at }))
    .where('id', '=', id)
    .execute();
}

/** Adds a part; answers false when another has its SKU. */
export async function insertPart(db: Database, part: Insertable<Tables['parts']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('parts')
    .values(part)
    .onConflict((conflict) => conflict.column('sku').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const last = 2_147_483_647;
const rank = sql<number>`coalesce(featured_rank, ${sql.lit(last)})`;

function onSale(db: Database) {
  return db.selectFrom('parts').where('off_sale_at', 'is', null);
}

async function countPartsOnSale(db: Database): Promise<number> {
  const { total } = await onSale(db)
    .select((row: ExpressionBuilder<Tables, 'parts'>) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
