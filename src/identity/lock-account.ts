/** Shuts an account: its sessions end and nobody can log in to it with a password any more. */
import type { Database } from '#database/connect.ts';

export async function lockAccount(db: Database, email: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = transaction.selectFrom('people').select('id').where('email', '=', email);
    await transaction.deleteFrom('sessions').where('person_id', 'in', person).execute();
    await transaction.deleteFrom('credentials').where('person_id', 'in', person).execute();
  });
}
