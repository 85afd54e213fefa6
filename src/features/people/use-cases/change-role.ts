/** A person becomes an administrator; an administrator becomes a customer again, dismissed by another or by themselves; the last one stays. */
import type { Role, Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { findPersonByEmail, lockAdministrators, updatePerson } from '#people/database/people.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction, type Transaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** `adminId` null: the command line. Refuses: person-not-found, address-not-confirmed. */
export function makeAdmin(
  { db }: Pick<Dependencies, 'db'>,
  { email, adminId, at }: { email: string; adminId: string | null; at: Date },
): Promise<{ changed: boolean } | Refusal> {
  return inTransaction(db, async (transaction) => {
    const person = await findPersonByEmail(transaction, email);
    if (!person) return { refused: 'person-not-found' };
    if (person.role === 'admin') return { changed: false };
    if (!person.email_verified && adminId !== null) return { refused: 'address-not-confirmed' };
    return await changeRole(transaction, person, { role: 'admin', adminId, at });
  });
}

/** Locks every administrator: one must stay. Refuses: not-allowed, person-not-found, last-administrator. */
export function dismissAdmin(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, email, at }: { viewer: Viewer; email: string; at: Date },
): Promise<{ changed: boolean } | Refusal> {
  return inTransaction(db, async (transaction) => {
    const administrators = await lockAdministrators(transaction);
    if (!administrators.some(({ id }) => id === viewer.id)) return { refused: 'not-allowed' };
    const person = await findPersonByEmail(transaction, email);
    if (!person) return { refused: 'person-not-found' };
    if (!administrators.some(({ id }) => id === person.id)) return { changed: false };
    if (administrators.length === 1) return { refused: 'last-administrator' };
    return await changeRole(transaction, person, { role: 'customer', adminId: viewer.id, at });
  });
}

async function changeRole(
  transaction: Transaction,
  { id, role: before }: { id: string; role: Role },
  { role, adminId, at }: { role: Role; adminId: string | null; at: Date },
): Promise<{ changed: true }> {
  await updatePerson(transaction, id, { role, updated_at: at });
  await recordAdminChange(transaction, {
    ...{ adminId, subject: 'people', subjectId: id, at },
    before: { role: before },
    after: { role },
  });
  return { changed: true };
}
