/** Reads what is shown of parts beside others: what tells them apart by name, and what is said of each among its neighbours. */
import { sql } from 'kysely';
import { nameParts } from '#catalogue/database/parts.ts';
import { describeAmong, makeDescription, maxSharingParts } from '#catalogue/rules/part-description.ts';
import type { NamedPart, Namesake } from '#catalogue/rules/shown-names.ts';
import type { Database } from '#platform/database/connect.ts';

type Row = Namesake & { name: string; description: string };

/** The same parts, each with its distinction, unless they have it, and the description that pages show. */
export async function showParts<Part extends Row>(
  db: Database,
  parts: readonly Part[],
  known?: (Part & NamedPart)[],
): Promise<(Part & NamedPart)[]> {
  const named = known ?? (await nameParts(db, parts));
  const sharing = Map.groupBy(await findNeighbours(db, parts), ({ of }) => of);
  if (sharing.size === 0) return named;
  return named.map((part) => ({
    ...part,
    shownDescription: describeAmong(part, sharing.get(part.id) ?? []),
  }));
}

/** Others on sale with the made description of one of the parts, and whose; of each part one more than has something to say. */
async function findNeighbours(db: Database, parts: readonly Row[]): Promise<(Row & { of: string })[]> {
  const made = parts.filter((part) => part.description === makeDescription(part));
  if (made.length === 0) return [];
  const [ids, categories, descriptions] = [
    made.map(({ id }) => id),
    made.map(({ category }) => category),
    made.map(({ description }) => description),
  ];
  const { rows } = await sql<Row & { of: string }>`
    select described.id as of, neighbours.*
    from unnest(${ids}::uuid[], ${categories}::text[], ${descriptions}::text[]) as described (id, category, description)
    cross join lateral (
      select parts.id, parts.category, parts.name, parts.description, parts.specs, parts.facts, parts.mpn from parts
      where parts.category = described.category and md5(parts.description) = md5(described.description)
        and parts.id <> described.id and off_sale_at is null and price_cents is not null
      limit ${maxSharingParts + 1}
    ) as neighbours`.execute(db);
  return rows;
}
