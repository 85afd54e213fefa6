/** The slugs of parts: each belongs to one part of its category for ever; old addresses still work. */
import { sql } from 'kysely';
import type { Category } from '#catalogue/rules/parts.ts';
import { makeSlugCandidates } from '#catalogue/rules/slugs.ts';
import type { Database } from '#platform/database/connect.ts';

export type NamedPart = { id: string; sku: string; name: string; category: Category };

/** Only in a transaction, at whose end the parts must exist. Concurrent claims of a slug wait. */
export async function claimSlugs(db: Database, parts: readonly NamedPart[]): Promise<Map<string, string>> {
  const claimed = new Map<string, string>();
  for (const preference of [0, 1, 2] as const) {
    const wanted = parts
      .filter(({ id }) => !claimed.has(id))
      .map((part) => ({
        category: part.category,
        slug: makeSlugCandidates(part)[preference],
        part_id: part.id,
      }))
      .sort((one, other) => (one.category + one.slug < other.category + other.slug ? -1 : 1)); // no deadlocks
    if (wanted.length === 0) break;
    const [categories, slugs, ids] = [
      wanted.map(({ category }) => category),
      wanted.map(({ slug }) => slug),
      wanted.map(({ part_id }) => part_id),
    ];
    await sql`insert into part_slugs (category, slug, part_id)
      select * from unnest(${categories}::text[], ${slugs}::text[], ${ids}::uuid[])
      on conflict do nothing`.execute(db);
    // a slug that the part claimed earlier counts, too
    const { rows } = await sql<{ part_id: string; slug: string }>`select part_id, slug from part_slugs
      join unnest(${categories}::text[], ${slugs}::text[], ${ids}::uuid[]) as wanted (category, slug, part_id)
      using (category, slug, part_id)`.execute(db);
    for (const { part_id, slug } of rows) claimed.set(part_id, slug);
  }
  return claimed;
}

export async function releaseSlugs(db: Database, partIds: readonly string[]): Promise<void> {
  if (partIds.length > 0) await db.deleteFrom('part_slugs').where('part_id', 'in', partIds).execute();
}
