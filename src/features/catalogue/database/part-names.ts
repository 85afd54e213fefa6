/** Reads what tells parts apart that share a name with others on sale. */
import { sql } from 'kysely';
import type { Category } from '#catalogue/rules/parts.ts';
import { findDistinctions, type NamedPart, type Namesake } from '#catalogue/rules/shown-names.ts';
import type { Database } from '#platform/database/connect.ts';

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
    select distinct on (parts.id) parts.id, parts.category, parts.name, parts.specs, parts.mpn
    from unnest(${ids}::uuid[], ${categories}::text[], ${names}::text[]) as named (id, category, name)
    join parts on parts.category = named.category and lower(parts.name) = lower(named.name) and parts.id <> named.id
    where off_sale_at is null and price_cents is not null`.execute(db);
  return rows;
}

function makeNameKey({ category, name }: Row): string {
  return `${category} ${name.toLowerCase()}`;
}
