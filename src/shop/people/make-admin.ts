/** A person becomes an administrator. */
import { recordAdminChange } from '#database/administration/admin-changes.ts';
import { findPersonByEmail, updateRole } from '#database/people/people.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';

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
    await updateRole(transaction, person.id, 'admin', at);
    await recordAdminChange(transaction, {
      adminId,
      subject: 'people',
      subjectId: person.id,
      before: { role: person.role },
      after: { role: 'admin' },
      at,
    });
    return { changed: true };
  });
}
