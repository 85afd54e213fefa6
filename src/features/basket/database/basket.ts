/** Baskets and their lines. */
import { type Selectable, sql } from 'kysely';
import { type BasketLine, maxLineQuantity } from '#basket/rules/baskets.ts';
import { findPartsByIds, type PartRow } from '#catalogue/database/parts.ts';
import { makeOrderablePart, type OrderablePart } from '#catalogue/rules/orderable-part.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export type BasketRow = Selectable<DatabaseSchema['baskets']>;

/** A line with the part as it is now. */
export type BasketLineRow = BasketLine & { part: PartRow; offer: OrderablePart };

/** Whose basket: a person's, or a visitor's by its id. */
export type BasketKey = { personId: string } | { basketId: string };

export function findBasket(db: Database, key: BasketKey): Promise<BasketRow | undefined> {
  return selectBasket(db, key).executeTakeFirst();
}

/** Whoever changes its lines locks it first, so that they never are too many. */
export function lockBasket(db: Database, key: BasketKey): Promise<BasketRow | undefined> {
  return selectBasket(db, key).forUpdate().executeTakeFirst();
}

function selectBasket(db: Database, key: BasketKey) {
  const baskets = db.selectFrom('baskets').selectAll();
  return 'personId' in key
    ? baskets.where('person_id', '=', key.personId)
    : baskets.where('id', '=', key.basketId).where('person_id', 'is', null);
}

/** `personId` null: a visitor's. A person who has one already keeps it, locked. */
export async function insertBasket(
  db: Database,
  { id, personId, at }: { id: string; personId: string | null; at: Date },
): Promise<BasketRow> {
  return await db
    .insertInto('baskets')
    .values({ id, person_id: personId, used_at: at, created_at: at })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ used_at: at }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateBasket(
  db: Database,
  id: string,
  changes: Partial<Pick<BasketRow, 'used_at' | 'merged_at' | 'left_out'>>,
): Promise<void> {
  await db.updateTable('baskets').set(changes).where('id', '=', id).execute();
}

export async function deleteBasket(db: Database, id: string): Promise<void> {
  await db.deleteFrom('baskets').where('id', '=', id).execute();
}

/** Only visitors': a person's stays. */
export async function deleteUnusedBaskets(db: Database, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('baskets').where('person_id', 'is', null).where('used_at', '<', before).execute();
}

/** In the order in which they were put in. */
export async function findBasketLines(db: Database, basketId: string): Promise<BasketLine[]> {
  return await db
    .selectFrom('basket_lines')
    .select(['part_id as partId', 'quantity', 'seen_price_cents as seenPrice', 'added_at as addedAt'])
    .where('basket_id', '=', basketId)
    .orderBy('added_at')
    .orderBy('part_id')
    .execute();
}

export async function findBasketParts(db: Database, basketId: string): Promise<BasketLineRow[]> {
  const lines = await findBasketLines(db, basketId);
  if (lines.length === 0) return [];
  const ids = lines.map(({ partId }) => partId);
  const parts = await findPartsByIds(db, ids);
  const partsById = new Map(parts.map((part) => [part.id, part]));
  return lines.flatMap((line) => {
    const part = partsById.get(line.partId);
    return part ? [{ ...line, part, offer: makeOrderablePart(part) }] : [];
  });
}

/** Replaces the line of the part, which keeps its place. */
export async function setBasketLine(
  db: Database,
  basketId: string,
  { partId, quantity, seenPrice, addedAt }: BasketLine,
): Promise<void> {
  await db
    .insertInto('basket_lines')
    .values({
      basket_id: basketId,
      part_id: partId,
      quantity,
      seen_price_cents: seenPrice,
      added_at: addedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['basket_id', 'part_id']).doUpdateSet({ quantity, seen_price_cents: seenPrice }),
    )
    .execute();
}

/** Returns false when the basket has no line of the part. */
export async function raiseBasketLine(
  db: Database,
  basketId: string,
  { partId, quantity, seenPrice }: Omit<BasketLine, 'addedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('basket_lines')
    .set({
      quantity: sql<number>`least(quantity + ${quantity}::integer, ${sql.lit(maxLineQuantity)})`,
      seen_price_cents: seenPrice,
    })
    .where('basket_id', '=', basketId)
    .where('part_id', '=', partId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of people, by their ids: how many of which part, by its id. Locks the baskets, in the order of their ids. */
export async function lockBasketUnits(
  db: Database,
  personIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  if (personIds.length === 0) return new Map();
  const baskets = db.selectFrom('baskets').where('person_id', 'in', personIds);
  await baskets.select('id').orderBy('id').forUpdate().execute();
  const lines = await baskets
    .innerJoin('basket_lines', 'basket_id', 'id')
    .select(['person_id', 'part_id', 'quantity'])
    .execute();
  const units = new Map(personIds.map((id) => [id, new Map<string, number>()]));
  for (const { person_id, part_id, quantity } of lines) units.get(person_id ?? '')?.set(part_id, quantity);
  return units;
}

/** Out of locked baskets of people. */
export async function deleteOrderedLines(
  db: Database,
  lines: readonly { personId: string; partId: string }[],
  at: Date,
): Promise<void> {
  await sql`
    with line as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line ("personId" uuid, "partId" uuid)),
    used as (
      update baskets set used_at = ${at}, merged_at = null, left_out = 0
      where person_id in (select "personId" from line) returning id, person_id)
    delete from basket_lines using used join line on "personId" = person_id
    where basket_id = used.id and part_id = "partId"`.execute(db);
}

/** Without `partIds`, all of them. */
export async function deleteBasketLines(
  db: Database,
  basketId: string,
  partIds?: readonly string[],
): Promise<void> {
  const lines = db.deleteFrom('basket_lines').where('basket_id', '=', basketId);
  await (partIds ? lines.where('part_id', 'in', partIds) : lines).execute();
}
