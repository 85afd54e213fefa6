/** How often a part was wanted while it was sold out: one count for each part, which says nothing of who. */
import { sql } from 'kysely';
import { type PartRow, selectPartsOnSale } from '#catalogue/database/parts.ts';
import { countAttempts } from '#platform/database/attempts.ts';
import type { Database } from '#platform/database/connect.ts';

/** A count begins anew, or is removed, 30 days after its first. */
const windowMs = 30 * 24 * 60 * 60 * 1000;

const keyPrefix = 'sold-out part ';

/** Of these parts, counts those that are sold out. */
export async function countSoldOutRequests(
  db: Database,
  { partIds, at }: { partIds: readonly string[]; at: Date },
): Promise<void> {
  if (partIds.length === 0) return;
  const parts = await selectSoldOutParts(db).select('id').where('id', 'in', partIds).execute();
  const keys = parts.map(({ id }) => keyPrefix + id);
  if (keys.length > 0) await countAttempts({ db }, { keys, windowMs, at });
}

/** Those that are still sold out, the most wanted first. */
export async function findWantedParts(
  db: Database,
  limit: number,
): Promise<(PartRow & { requests: number; total: number })[]> {
  return await selectSoldOutParts(db)
    .innerJoin('attempts', (join) => join.on(isCountOfPart))
    .selectAll('parts')
    .select(['attempts.count as requests', sql<number>`count(*) over ()`.as('total')])
    .orderBy('attempts.count', 'desc')
    .orderBy('parts.id')
    .limit(limit)
    .execute();
}

export function selectWantedParts(db: Database) {
  return selectSoldOutParts(db).where(sql<boolean>`exists (select from attempts where ${isCountOfPart})`);
}

const isCountOfPart = sql<boolean>`attempts.key = ${sql.lit(keyPrefix)} || parts.id`;

function selectSoldOutParts(db: Database) {
  return selectPartsOnSale(db).where(sql<boolean>`stock < minimum_order`);
}
