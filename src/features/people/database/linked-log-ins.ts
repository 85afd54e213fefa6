/** Log-ins at identity providers that are linked to people. The password is a credential, too, but no link. */
import type { Database } from '#platform/database/connect.ts';

export const passwordProviderId = 'credential'; // the identity library's name

export function findLinkedLogIns(db: Database, personId: string) {
  return db
    .selectFrom('credentials')
    .select(['id', 'created_at'])
    .where('person_id', '=', personId)
    .where('provider_id', '<>', passwordProviderId)
    .orderBy('created_at')
    .execute();
}

/** As it is stored; undefined: nobody can log in with one. */
export async function findPassword(
  db: Database,
  person: { 'people.id': string } | { 'people.email': string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .innerJoin('people', 'people.id', 'person_id')
    .select('password')
    .where('provider_id', '=', passwordProviderId)
    .where((row) => row.and(person))
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Keeps whether the person's address is confirmed now, with a link that was just made. */
export async function markLink(db: Database, { id, personId }: { id: string; personId: string }) {
  const person = await db
    .selectFrom('people')
    .select(['name', 'email', 'email_verified as emailVerified'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('credentials')
    .set({ address_was_confirmed: person.emailVerified })
    .where('id', '=', id)
    .execute();
  return person;
}

export async function deleteLinkedLogIn(db: Database, id: string): Promise<void> {
  await db.deleteFrom('credentials').where('id', '=', id).execute();
}

export async function deleteUnconfirmedLinks(db: Database, personId: string): Promise<void> {
  await db
    .deleteFrom('credentials')
    .where('person_id', '=', personId)
    .where('provider_id', '<>', passwordProviderId)
    .where('address_was_confirmed', '=', false)
    .execute();
}

/** The mailed links to a new password; the identity library keeps whose they are as their value. */
export async function deletePasswordLinks(db: Database, personId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', personId).execute();
}

/** All but this one. */
export async function deleteSessions(
  db: Database,
  { personId, except }: { personId: string; except?: string | undefined },
): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('person_id', '=', personId);
  if (except) sessions = sessions.where('id', '<>', except);
  await sessions.execute();
}

export async function deleteEndedSessions(db: Database, at: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', at).execute();
}
