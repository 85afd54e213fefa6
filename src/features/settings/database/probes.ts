/** What probes of the shop's surroundings found last. */
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export type Probe = Selectable<DatabaseSchema['probes']>;

export async function findProbes(db: Database): Promise<Map<string, Probe>> {
  const rows = await db.selectFrom('probes').selectAll().execute();
  return new Map(rows.map((row) => [row.item, row]));
}

/** `about`: what was tried, by whose hash a later look knows whether it is still the same. */
export async function writeProbe(
  db: Database,
  { item, about, ...finding }: Omit<Probe, 'about'> & { about: unknown },
): Promise<void> {
  const findings = { ...finding, about: hashTried(about) };
  await db
    .insertInto('probes')
    .values({ item, ...findings })
    .onConflict((conflict) => conflict.column('item').doUpdateSet(findings))
    .execute();
}

/** Secrets are among the settings that are tried, and a dump of the database must not have them. */
export function hashTried(about: unknown): string {
  return hash('sha256', JSON.stringify(about) ?? '', 'base64url');
}
