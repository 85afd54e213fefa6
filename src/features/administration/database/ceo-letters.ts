/** Reads the addresses that were left for the CEO, and forgets them. */
import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import { countRows } from '#platform/database/pages.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

/** The newest first. */
export async function findLetters(
  db: Database,
  limit: number,
): Promise<{ rows: Selectable<DatabaseSchema['ceo_letters']>[]; total: number }> {
  const letters = db.selectFrom('ceo_letters');
  const [rows, total] = await Promise.all([
    letters.selectAll().orderBy('written_at', 'desc').orderBy('email').limit(limit).execute(),
    countRows(letters),
  ]);
  return { rows, total };
}

export async function deleteLetters(db: Database, email: string): Promise<void> {
  await db.deleteFrom('ceo_letters').where('email', '=', email).execute();
}
