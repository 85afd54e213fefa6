/** Locks an account: deletes its sessions and credentials, and resets its role. */
import type { Database } from '#database/connect.ts';

export async function lockAccount(db: Database, email: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = transaction.selectFrom('people').select('id').where('email', '=', email);
    await transaction.updateTable('people').set({ role: 'customer' }).where('email', '=', email).execute();
    await transaction.deleteFrom('sessions').where('person_id', 'in', person).execute();
    await transaction.deleteFrom('credentials').where('person_id', 'in', person).execute();
  });
}
