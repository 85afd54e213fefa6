/** Saved builds: what a short address shows, and what people keep under names. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { buildLifetimeMs } from '#fit/rules/saved-builds.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export type BuildRow = Selectable<DatabaseSchema['builds']>;

export async function insertBuild(db: Database, build: Insertable<DatabaseSchema['builds']>): Promise<void> {
  await db.insertInto('builds').values(build).execute();
}

export async function findBuild(db: Database, id: string): Promise<BuildRow | undefined> {
  return await db.selectFrom('builds').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deleteExpiredBuilds(db: Database, at: Date): Promise<void> {
  const before = new Date(at.getTime() - buildLifetimeMs);
  await db.deleteFrom('builds').where('person_id', 'is', null).where('created_at', '<', before).execute();
}

type KeptBuildRow = { id: string; name: string; parts: string };

/** The newest first. */
export async function findKeptBuilds(db: Database, personId: string): Promise<KeptBuildRow[]> {
  return await db
    .selectFrom('builds')
    .select(['id', 'parts'])
    .select((build) => build.ref('name').$notNull().as('name'))
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Until the transaction ends, so that no two of them get one name. */
export async function lockKeptBuilds(
  db: Database,
  personId: string,
): Promise<Pick<KeptBuildRow, 'id' | 'name'>[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`builds of ${personId}`}, 0))`.execute(db);
  return await findKeptBuilds(db, personId);
}

/** The build of this name, if there is one, is then nobody's. */
export async function releaseBuildName(
  db: Database,
  { personId, name }: { personId: string; name: string },
): Promise<void> {
  const released = await db
    .deleteFrom('builds')
    .where('person_id', '=', personId)
    .where('name', '=', name)
    .returning(['id', 'parts', 'created_at'])
    .execute();
  for (const build of released) await insertBuild(db, build);
}

export async function nameKeptBuild(db: Database, { id, name }: { id: string; name: string }): Promise<void> {
  await db.updateTable('builds').set({ name }).where('id', '=', id).execute();
}

/** False when the person keeps no such build. */
export async function deleteKeptBuild(
  db: Database,
  { personId, id }: { personId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('builds')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
