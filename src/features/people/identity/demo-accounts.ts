/** The accounts of a demo, and those that a public shop locks. */

import type { Accounts } from '#people/identity/accounts.ts';
import type { Database } from '#platform/database/connect.ts';

export async function lockAccount(db: Database, email: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = transaction.selectFrom('people').select('id').where('email', '=', email);
    await transaction.updateTable('people').set({ role: 'customer' }).where('email', '=', email).execute();
    await transaction.deleteFrom('sessions').where('person_id', 'in', person).execute();
    await transaction.deleteFrom('credentials').where('person_id', 'in', person).execute();
  });
}

export async function makeVerifiedAccount(
  accounts: Accounts,
  { email, name, password, at }: { email: string; name: string; password: string; at: Date },
): Promise<void> {
  const { adapter, internalAdapter, password: passwords } = await accounts.$context;
  // not `createUser`, whose validation of people who come from a provider needs a request
  const { id } = await adapter.create<Record<string, unknown>, { id: string }>({
    model: 'user',
    data: { email, name, emailVerified: true, createdAt: at, updatedAt: at },
  });
  await internalAdapter.linkAccount({
    userId: id,
    accountId: id,
    providerId: 'credential',
    password: await passwords.hash(password),
  });
}
