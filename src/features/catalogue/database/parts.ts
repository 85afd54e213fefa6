/** Reads and locks parts. */
import { type NotNull, type Selectable, sql } from 'kysely';
import {
  findDistinctions,
  makeNameKey,
  maxCompared,
  type NamedPart,
  type Namesake,
  nameAmong,
} from '#catalogue/rules/shown-names.ts';
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

/** Reads what tells parts apart that share a name with others on sale. */
type Row = Namesake & { name: string };

/** The same parts, each with its distinction. */
export async function nameParts<Part extends Row>(
  db: Database,
  parts: readonly Part[],
): Promise<(Part & NamedPart)[]> {
  const known = new Map([...(await findNamesakes(db, parts)), ...parts].map((part) => [part.id, part]));
  const groups = [...Map.groupBy(known.values(), makeNameKey)];
  const distinctions = new Map(groups.map(([key, group]) => [key, findDistinctions(group)]));
  return nameAmong(parts, (part) => distinctions.get(makeNameKey(part)) ?? new Map());
}

/** Others on sale with the name of one of the parts; of each name at most one more than are told apart. */
async function findNamesakes(db: Database, parts: readonly Row[]): Promise<Row[]> {
  if (parts.length === 0) return [];
  const named = [...new Map(parts.map((part) => [makeNameKey(part), part])).values()];
  const [categories, names] = [named.map(({ category }) => category), named.map(({ name }) => name)];
  const { rows } = await sql<Row>`
    select namesakes.* from unnest(${categories}::text[], ${names}::text[]) as named (category, name)
    cross join lateral (
      select id, category, name, specs, facts, mpn from parts
      where parts.category = named.category and lower(parts.name) = lower(named.name)
        and parts.id <> all(${parts.map(({ id }) => id)}::uuid[]) and off_sale_at is null and price_cents is not null
      limit ${maxCompared + 1}
    ) as namesakes`.execute(db);
  return rows;
}
