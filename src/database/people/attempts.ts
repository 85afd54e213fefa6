/** Counts attempts, for rate limits. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';

export type Attempts = { count: number; until: Date };

/** After `until` it counts from 1 again. */
export async function addAttempt(db: Database, { key, at, until }: { key: string; at: Date; until: Date }) {
  return await db
    .insertInto('attempts')
    .values({ key, count: 1, until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempts.until <= ${at} then 1 else attempts.count + 1 end`,
        until: sql<Date>`case when attempts.until <= ${at} then excluded.until else attempts.until end`,
      }),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow();
}

export async function deleteAttempt(db: Database, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).where('count', '=', 1).execute();
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', key)
    .where('count', '>', 1)
    .execute();
}

export async function deleteAttempts(db: Database, at: Date): Promise<void> {
  await db.deleteFrom('attempts').where('until', '<=', at).execute();
}
