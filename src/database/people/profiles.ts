/** What people tell about themselves. */
import type { Insertable } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { DatabaseSchema } from '#database/schema.ts';

/** A person with their profile, whose columns are null when there is none yet. */
export function findProfile(db: Database, email: string) {
  return db
    .selectFrom('people')
    .leftJoin('profiles', 'profiles.person_id', 'people.id')
    .select(['people.name', 'people.email', 'education', 'location', 'phone', 'link'])
    .where('people.email', '=', email)
    .executeTakeFirst();
}

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/** Keeps a person's profile in the place of the one before. */
export async function saveProfileRow(
  db: Database,
  profile: Insertable<DatabaseSchema['profiles']>,
): Promise<void> {
  const { person_id: _, ...told } = profile;
  await db
    .insertInto('profiles')
    .values(profile)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(told))
    .execute();
}
