/** Reads parts by the addresses of their pages: category and slug, with or without a price. */
import { sql } from 'kysely';
import { type PartRow, selectPartsOnSale } from '#catalogue/database/parts.ts';
import { isShownIn } from '#catalogue/database/stored-categories.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { Database } from '#platform/database/connect.ts';

export async function findPartsBySlugs(
  db: Database,
  category: Category,
  slugs: readonly string[],
): Promise<Map<string, PartRow>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('part_slugs')
    .innerJoin('parts as named', 'named.id', 'part_slugs.part_id')
    // what was taken off sale because it stood twice leads to the other
    .innerJoin('parts', (join) =>
      join.on(
        'parts.number',
        '=',
        sql<number>`case when named.off_sale_at is null then named.number else named.same_as end`,
      ),
    )
    .where(isShownIn(category, 'part_slugs.category'))
    .where('part_slugs.slug', 'in', slugs)
    .where('parts.off_sale_at', 'is', null)
    .selectAll('parts')
    .select('part_slugs.slug as requested_slug')
    .execute();
  return new Map(rows.map(({ requested_slug, ...part }) => [requested_slug, part]));
}

/** Reads only the rows of the range, however many parts there are. `first` and `last` are numbers of parts. */
export function findPricedPartPages(
  db: Database,
  { first, last }: { first: number; last: number },
): Promise<{ category: Category; slug: string; updated_at: Date }[]> {
  return selectPartsOnSale(db)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .select(['category', 'slug', 'updated_at'])
    .orderBy('number')
    .execute();
}

/** Which ranges of `size` numbers hold a part with a price on sale: 1 is the numbers from 1 to `size`. */
export async function findPricedRanges(db: Database, size: number): Promise<number[]> {
  const { rows } = await sql<{ range: number }>`
    select range from generate_series(1, (select (max(number) - 1) / ${size}::int + 1 from parts)) as range
    cross join lateral (
      select from parts
      where number > (range - 1) * ${size}::int and number <= range * ${size}::int
        and off_sale_at is null and price_cents is not null
      order by number limit 1
    ) as first_part
    order by range`.execute(db);
  return rows.map(({ range }) => range);
}

export async function findSoldCategories(db: Database): Promise<Category[]> {
  const rows = await selectPartsOnSale(db).select('category').distinct().orderBy('category').execute();
  return [...new Set(rows.map(({ category }) => category))];
}
