/** Reads and writes of people and their profiles. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import type { Transaction } from '#platform/database/transaction.ts';

export function lockAdministrators(db: Database): Promise<{ id: string }[]> {
  return db.selectFrom('people').select('id').where('role', '=', 'admin').orderBy('id').forUpdate().execute();
}

/** Those who can be mailed to. */
export function findConfirmedAdministrators(db: Database): Promise<{ email: string; name: string }[]> {
  return db
    .selectFrom('people')
    .select(['email', 'name'])
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .orderBy('id')
    .execute();
}

/** Locks a person until the transaction ends; rows that reference the person can still be written. */
export async function lockPerson(db: Database, id: string): Promise<void> {
  await lockPeople(db, [id]);
}

/** The same for several, in the order of their ids; whether each has confirmed the address. */
export async function lockPeople(db: Database, ids: readonly string[]): Promise<Map<string, boolean>> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'email_verified'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(people.map(({ id, email_verified }) => [id, email_verified]));
}

export async function isConfirmed(db: Database, id: string): Promise<boolean> {
  const person = await db
    .selectFrom('people')
    .select('email_verified')
    .where('id', '=', id)
    .executeTakeFirst();
  return person?.email_verified ?? false;
}

/** Whether the person whom a column of another feature's row names has confirmed the address. */
export function isConfirmedInRow(person: string) {
  return sql<boolean>`exists (
    select from people where people.id = ${sql.ref(person)} and people.email_verified)`;
}

export function findPersonByEmail(db: Database, email: string) {
  return db
    .selectFrom('people')
    .select(['id', 'email', 'email_verified', 'name', 'role'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** By id. */
export async function findNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** Whose orders these will be. */
export function findBuyer(db: Database, id: string): Promise<{ name: string; email: string } | undefined> {
  return db.selectFrom('people').select(['name', 'email']).where('id', '=', id).executeTakeFirst();
}

/** With what is theirs alone. */
export async function deleteCustomers(
  db: Database,
  { except }: { except: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('people')
    .where('role', '!=', 'admin')
    .where(sql<boolean>`id <> all(${except})`)
    .execute();
}

/** The name of whoever has been forgotten. */
export const erasedName = 'A former customer';

/** Their address, behind their id: nobody reads its mails (RFC 2606). */
const erasedDomain = '@erased.invalid';

export const isErasedRow = sql<boolean>`people.email = people.id || ${erasedDomain}`;

export async function isErased(db: Database, id: string): Promise<boolean> {
  const query = db.selectFrom('people').select(isErasedRow.as('erased')).where('id', '=', id);
  return (await query.executeTakeFirst())?.erased ?? false;
}

/** Deletes what is theirs alone, whatever table it is in, and all that tells who they are. */
export async function erasePerson(transaction: Transaction, id: string, at: Date): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass as "table", attname as "column"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where confrelid = 'people'::regclass and confdeltype = 'c'`.execute(transaction); // on delete cascade
  for (const { table, column } of rows)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(transaction);
  const erased = { name: erasedName, email: `${id}${erasedDomain}`, email_verified: false, image: null };
  await updatePerson(transaction, id, { ...erased, updated_at: at });
}

export async function updatePerson(
  db: Database,
  id: string,
  changes: Updateable<DatabaseSchema['people']>,
): Promise<void> {
  await db.updateTable('people').set(changes).where('id', '=', id).execute();
}

export function findProfile(db: Database, email: string) {
  return selectWithProfiles(db)
    .select(['people.name', 'people.email', 'education', 'location', 'phone', 'link'])
    .where('people.email', '=', email)
    .executeTakeFirst();
}

/** People and, where they have one, their profile; for joins. */
export function selectWithProfiles(db: Database) {
  return db.selectFrom('people').leftJoin('profiles', 'profiles.person_id', 'people.id');
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
