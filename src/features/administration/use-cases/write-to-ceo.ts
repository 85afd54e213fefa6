/** A visitor leaves an e-mail address for the CEO. */
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export async function writeToCeo(
  { db }: Pick<Dependencies, 'db'>,
  { email, at }: { email: string; at: Date },
): Promise<void> {
  await db
    .insertInto('ceo_letters')
    .values({ email, written_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
