/** Counts attempts, for rate limits. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';

export type Attempts = { key: string; count: number; until: Date };

/** Counts an attempt of each key in one statement, safe for concurrent ones; after `until` from 1 again. */
export async function addAttempts(
  db: Database,
  { keys, at, until }: { keys: string[]; at: Date; until: Date },
): Promise<Attempts[]> {
  return await db
    .insertInto('attempts')
    .values(keys.toSorted().map((key) => ({ key, count: 1, until }))) // one order, so that statements cannot deadlock
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempts.until <= ${at} then 1 else attempts.count + 1 end`,
        until: sql<Date>`case when attempts.until <= ${at} then excluded.until else attempts.until end`,
      }),
    )
    .returning(['key', 'count', 'until'])
    .execute();
}

export async function deleteAttempts(db: Database, keys: string[]): Promise<void> {
  for (const key of keys) {
    await db.deleteFrom('attempts').where('key', '=', key).where('count', '=', 1).execute();
    await db
      .updateTable('attempts')
      .set({ count: sql<number>`count - 1` })
      .where('key', '=', key)
      .where('count', '>', 1)
      .execute();
  }
}

export async function deleteExpiredAttempts(db: Database, at: Date): Promise<void> {
  await db.deleteFrom('attempts').where('until', '<=', at).execute();
}
