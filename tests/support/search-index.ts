/** Fills tables without their search index, and builds it afterwards. */
import { type Kysely, sql } from 'kysely';
import type { DatabaseSchema } from '#database/schema.ts';

/** To build the index of many rows takes less CPU time than to extend it row by row. */
export async function fillWithoutSearchIndex(
  db: Kysely<DatabaseSchema>,
  index: 'orders_search' | 'parts_search',
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(${index}::regclass) as definition`.execute(db);
  await sql`drop index ${sql.ref(index)}`.execute(db);
  await fill();
  for (const { definition } of rows) await sql.raw(definition).execute(db);
}
