/** Reads and writes of people's profiles. */
import type { Insertable } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { DatabaseSchema } from '#database/schema.ts';

export function findProfile(db: Database, email: string) {
  return db
    .selectFrom('people')
    .leftJoin('profiles', 'profiles.person_id', 'people.id')
    .select(['people.name', 'people.email', 'education', 'location', 'phone', 'link'])
    .where('people.email', '=', email)
    .executeTakeFirst();
}

export async function upsertProfile(
  db: Database,
  profile: Insertable<DatabaseSchema['profiles']>,
): Promise<void> {
  const { person_id: _, ...fields } = profile;
  await db
    .insertInto('profiles')
    .values(profile)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(fields))
    .execute();
}
