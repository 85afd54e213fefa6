/** Composes the ready builds anew when one of them can no longer be bought as it is, and once an hour. */
import { setImmediate } from 'node:timers/promises';
import {
  findOffers,
  findReadyBuildRows,
  type NewReadyBuild,
  offerReadyBuilds,
  type ReadyBuildRow,
  replaceReadyBuilds,
} from '#fit/database/ready-builds.ts';
import { composeBuild } from '#fit/rules/compose-builds.ts';
import { makeReadyId } from '#fit/rules/ready-builds.ts';
import { recipes } from '#fit/rules/recipes.ts';
import type { Database } from '#platform/database/connect.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** What has become cheaper, or is new on sale, is in them after an hour. */
const maxAgeMs = 60 * 60 * 1000;

/** Returns whether they have been composed. */
export async function composeReadyBuilds(
  { db }: Pick<Dependencies, 'db'>,
  { at }: { at: Date },
): Promise<boolean> {
  const kept = await findReadyBuildRows(db);
  if (!(await isStale(db, kept, at))) return false;
  const offers = await findOffers(db);
  const rows: NewReadyBuild[] = [];
  for (const recipe of recipes) {
    await setImmediate(); // requests come between
    const chosen = composeBuild(offers, recipe) ?? [];
    const parts = chosen.map(({ part }) => part.id).join(',');
    const isNew = rows.at(-1)?.parts !== parts; // otherwise a higher price buys nothing more
    rows.push({
      id: makeReadyId(recipe),
      parts: isNew ? parts : '',
      total_cents: isNew ? chosen.reduce((sum, { price }) => sum + price, 0) : 0,
      composed_at: at,
    });
  }
  await runTransaction(db, (transaction) => replaceReadyBuilds(transaction, rows));
  return true;
}

/** A part of one is sold out, off sale, or has another price; or other builds are to be offered. */
async function isStale(db: Database, kept: readonly ReadyBuildRow[], at: Date): Promise<boolean> {
  const oldest = Math.min(...kept.map((row) => row.composed_at.getTime()));
  if (kept.length !== recipes.length || at.getTime() - oldest >= maxAgeMs) return true;
  const totals = new Map((await offerReadyBuilds(db, kept)).map(({ id, total }) => [id, total]));
  return kept.some(({ id, total_cents: total }) => (totals.get(id) ?? 0) !== total);
}
