/** Counts attempts, for rate limits. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

type Attempts = { key: string; count: number; until: Date };

/**
 * Counts an attempt of each key, or as many as `counts` says, in one statement, safe for concurrent ones. Returns for each
 * key the number of attempts within the window, which starts with the first of them.
 */
export async function countAttempts(
  { db }: Pick<Dependencies, 'db'>,
  counted: { keys: string[]; counts?: ReadonlyMap<string, number>; windowMs: number; at: Date },
): Promise<Attempts[]> {
  const { keys, counts, windowMs, at } = counted;
  const until = new Date(at.getTime() + windowMs);
  return await db
    .insertInto('attempts')
    .values(keys.toSorted().map((key) => ({ key, count: counts?.get(key) ?? 1, until }))) // one order, so that statements cannot deadlock
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempts.until <= ${at} then excluded.count else attempts.count + excluded.count end`,
        until: sql<Date>`case when attempts.until <= ${at} then excluded.until else attempts.until end`,
      }),
    )
    .returning(['key', 'count', 'until'])
    .execute();
}

export async function undoAttempts(db: Database, keys: string[]): Promise<void> {
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

export async function countAttempt(
  { db }: Pick<Dependencies, 'db'>,
  { key, windowMs, at }: { key: string; windowMs: number; at: Date },
): Promise<Attempts> {
  const [attempts] = await countAttempts({ db }, { keys: [key], windowMs, at });
  if (!attempts) throw new Error('The count of a key is missing.');
  return attempts;
}
