/** Reads the addresses that were left for the CEO. */
import type { Selectable } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { DatabaseSchema } from '#database/schema.ts';

type LetterRow = Selectable<DatabaseSchema['ceo_letters']>;

/** The newest first. */
export async function findLetters(
  db: Database,
  limit: number,
): Promise<{ rows: LetterRow[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('ceo_letters')
      .selectAll()
      .orderBy('written_at', 'desc')
      .orderBy('email')
      .limit(limit)
      .execute(),
    db
      .selectFrom('ceo_letters')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
