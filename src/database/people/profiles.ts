/** Reads and writes of people's profiles. */
import { type Insertable, sql } from 'kysely';
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

/** Who orders, and where to: as in their profile, otherwise as in their last order. */
export function findBuyer(db: Database, personId: string) {
  return db
    .selectFrom('people')
    .leftJoin('profiles', 'profiles.person_id', 'people.id')
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('orders')
          .select(['location', 'phone'])
          .whereRef('buyer_id', '=', 'people.id')
          .orderBy('id', 'desc')
          .limit(1)
          .as('last_order'),
      (join) => join.onTrue(),
    )
    .select((row) => [
      'people.name',
      'people.email',
      row.fn.coalesce('profiles.location', 'last_order.location', sql.lit('')).as('location'),
      row.fn.coalesce('profiles.phone', 'last_order.phone', sql.lit('')).as('phone'),
    ])
    .where('people.id', '=', personId)
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
