/** Reads of people and their sessions. */
import type { Database } from '#database/connect.ts';
import type { Role } from '#domain/people.ts';

export function findPersonByEmail(db: Database, email: string) {
  return db
    .selectFrom('people')
    .select(['id', 'email', 'name', 'role'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Writes a person's role; the change itself is recorded by the verb. */
export async function updateRole(db: Database, id: string, role: Role, at: Date): Promise<void> {
  await db.updateTable('people').set({ role, updated_at: at }).where('id', '=', id).execute();
}
