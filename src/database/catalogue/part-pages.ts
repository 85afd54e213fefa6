/** Reads parts by the addresses of their pages: category and slug, with or without a price. */

import type { PartRow } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import type { Category } from '#domain/catalogue/parts.ts';

export async function findPartsBySlugs(
  db: Database,
  category: Category,
  slugs: readonly string[],
): Promise<Map<string, PartRow>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('part_slugs')
    .innerJoin('parts', 'parts.id', 'part_slugs.part_id')
    .where('part_slugs.category', '=', category)
    .where('part_slugs.slug', 'in', slugs)
    .where('parts.off_sale_at', 'is', null)
    .selectAll('parts')
    .select('part_slugs.slug as requested_slug')
    .execute();
  return new Map(rows.map(({ requested_slug, ...part }) => [requested_slug, part]));
}

export type PartPagePath = { number: number; category: Category; slug: string; updated_at: Date };

export async function countPartPages(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('parts')
    .where('off_sale_at', 'is', null)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export function findPartPages(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<PartPagePath[]> {
  return db
    .selectFrom('parts')
    .where('off_sale_at', 'is', null)
    .select(['number', 'category', 'slug', 'updated_at'])
    .orderBy('number')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function findSoldCategories(db: Database): Promise<Category[]> {
  const rows = await db
    .selectFrom('parts')
    .where('off_sale_at', 'is', null)
    .where('price_cents', 'is not', null)
    .select('category')
    .distinct()
    .orderBy('category')
    .execute();
  return rows.map(({ category }) => category);
}
