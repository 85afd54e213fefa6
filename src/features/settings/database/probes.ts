/** What probes of the shop's surroundings found last. */
import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export type Probe = Selectable<DatabaseSchema['probes']>;

export async function findProbes(db: Database): Promise<Map<string, Probe>> {
  const rows = await db.selectFrom('probes').selectAll().execute();
  return new Map(rows.map((row) => [row.item, row]));
}

/** `about`: what was tried, by which a later look knows whether it is still the same. */
export async function writeProbe(db: Database, probe: Probe): Promise<void> {
  const { item: _, ...findings } = probe;
  await db
    .insertInto('probes')
    .values(probe)
    .onConflict((conflict) => conflict.column('item').doUpdateSet(findings))
    .execute();
}
