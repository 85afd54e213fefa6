/** How often a search found nothing: one count for each text, which says nothing of who. */
import { sql } from 'kysely';
import { readEmptySearch } from '#catalogue/rules/search/empty-searches.ts';
import { countAttempts } from '#platform/database/attempts.ts';
import type { Database } from '#platform/database/connect.ts';
import { runWithoutBudget } from '#platform/database/time-budget.ts';

/** A count begins anew, or is removed, 90 days after its first. */
const windowMs = 90 * 24 * 60 * 60 * 1000;

const writeIntervalMs = 60_000;
const maxWaiting = 100;
const maxKept = 1000;
const keyPrefix = 'empty search ';

/** Counts in memory, and writes once a minute at most: a flood of searches costs no more, and no answer waits. */
export function openEmptySearches({ db, now }: { db: Database; now: () => Date }) {
  let waiting = new Map<string, number>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  return {
    count(text: string): void {
      const search = readEmptySearch(text);
      if (search === undefined || (waiting.size >= maxWaiting && !waiting.has(search))) return;
      waiting.set(search, (waiting.get(search) ?? 0) + 1);
      const at = now();
      if (at.getTime() - writtenAt < writeIntervalMs) return;
      writtenAt = at.getTime();
      const counts = waiting;
      waiting = new Map();
      void runWithoutBudget(() => addCounts(db, counts, at)).catch(() => {}); // a lost count is no loss
    },
  };
}

async function addCounts(db: Database, counts: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const keyed = new Map([...counts].map(([search, count]) => [keyPrefix + search, count]));
  await countAttempts({ db }, { keys: [...keyed.keys()], counts: keyed, windowMs, at });
  const surplus = selectCounts(db).select('key').orderBy('count', 'desc').orderBy('until', 'desc');
  await db.deleteFrom('attempts').where('key', 'in', surplus.offset(maxKept)).execute();
}

/** Those of at least three times, the most often first. */
export async function findEmptySearches(
  db: Database,
  { at, limit }: { at: Date; limit: number },
): Promise<{ text: string; count: number }[]> {
  return await selectCounts(db)
    .select([sql<string>`substr(key, ${sql.lit(keyPrefix.length + 1)})`.as('text'), 'count'])
    .where('count', '>=', 3)
    .where('until', '>', at)
    .orderBy('count', 'desc')
    .orderBy('key')
    .limit(limit)
    .execute();
}

function selectCounts(db: Database) {
  return db.selectFrom('attempts').where('key', 'like', `${keyPrefix}%`);
}
