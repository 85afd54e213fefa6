/** Saved builds: what a short address shows. */
import type { Selectable } from 'kysely';
import { buildLifetimeMs } from '#fit/rules/saved-builds.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export type BuildRow = Selectable<DatabaseSchema['builds']>;

export async function insertBuild(db: Database, build: BuildRow): Promise<void> {
  await db.insertInto('builds').values(build).execute();
}

export async function findBuild(db: Database, id: string): Promise<BuildRow | undefined> {
  return await db.selectFrom('builds').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deleteExpiredBuilds(db: Database, at: Date): Promise<void> {
  const before = new Date(at.getTime() - buildLifetimeMs);
  await db.deleteFrom('builds').where('created_at', '<', before).execute();
}
