/** The categories that parts have in the database: a later release may have stored some that this program does not know. */
import { type KyselyPlugin, sql } from 'kysely';
import { type Category, categories, fallbackCategory } from '#catalogue/rules/parts.ts';

const known: ReadonlySet<unknown> = new Set(categories);

/** In every row that is read, an unknown category is the fallback. A change that keeps it does not write it. */
export const unknownCategories: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    if (result.rows[0]?.category === undefined) return result;
    const rows = result.rows.map((row) =>
      known.has(row.category) ? row : { ...row, category: fallbackCategory },
    );
    return { ...result, rows };
  },
};

/** True for parts that are shown in the category; `column` is the one of a table with an index that begins with it. */
export function isShownIn(category: Category, column: 'parts.category' | 'part_slugs.category') {
  const stored = sql.ref(column);
  if (category !== fallbackCategory) return sql<boolean>`${stored} = ${category}`;
  // each different value is one step in the index
  return sql<boolean>`${stored} in (
    with recursive stored (category) as (
      select min(category) from part_slugs
      union all
      select (select min(category) from part_slugs where category > stored.category) from stored
      where category is not null
    )
    select category from stored
    where category = ${fallbackCategory} or category <> all(${categories}::text[])
  )`;
}
