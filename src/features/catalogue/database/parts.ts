/** Reads and locks parts. */
import type { NotNull, Selectable } from 'kysely';
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export type PartRow = Selectable<DatabaseSchema['parts']>;

export type PartOnSale = PartRow & { price_cents: Cents };

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

/** For what lists and counts them. */
export function selectPartsOnSale(db: Database) {
  return db.selectFrom('parts').where('off_sale_at', 'is', null).where('price_cents', 'is not', null);
}
