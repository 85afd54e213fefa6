/** An administrator becomes a customer again, dismissed by another or by themselves. */
import { recordAdminChange } from '#database/administration/admin-changes.ts';
import { findPersonByEmail, lockAdministrators, updateRole } from '#database/people/people.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';

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
    await updateRole(transaction, person.id, 'customer', at);
    await recordAdminChange(transaction, {
      adminId: viewer.id,
      subject: 'people',
      subjectId: person.id,
      before: { role: person.role },
      after: { role: 'customer' },
      at,
    });
    return { changed: true };
  });
}
