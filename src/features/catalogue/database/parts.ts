/** Reads and locks parts. */
import { type NotNull, type Selectable, sql } from 'kysely';
import type { Category } from '#catalogue/rules/parts.ts';
import { findDistinctions, type NamedPart, type Namesake } from '#catalogue/rules/shown-names.ts';
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
  const namesakes = await findNamesakes(db, parts);
  if (namesakes.length === 0) return [...parts];
  const known = new Map([...parts, ...namesakes].map((part) => [part.id, part]));
  const groups = Map.groupBy(known.values(), makeNameKey);
  const distinctions = new Map([...groups.values()].flatMap((group) => [...findDistinctions(group)]));
  return parts.map((part) => ({ ...part, distinction: distinctions.get(part.id) }));
}

/** Others on sale with the name of one of the parts. */
async function findNamesakes(db: Database, parts: readonly Row[]): Promise<Row[]> {
  if (parts.length === 0) return [];
  const [ids, categories, names] = [
    parts.map(({ id }) => id),
    parts.map(({ category }) => category),
    parts.map(({ name }) => name),
  ];
  const { rows } = await sql<{ id: string; category: Category } & Row>`
    select distinct on (parts.id) parts.id, parts.category, parts.name, parts.specs, parts.facts, parts.mpn
    from unnest(${ids}::uuid[], ${categories}::text[], ${names}::text[]) as named (id, category, name)
    join parts on parts.category = named.category and lower(parts.name) = lower(named.name) and parts.id <> named.id
    where off_sale_at is null and price_cents is not null`.execute(db);
  return rows;
}

function makeNameKey({ category, name }: Row): string {
  return `${category} ${name.toLowerCase()}`;
}
