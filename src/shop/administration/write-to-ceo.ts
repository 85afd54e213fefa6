/** A visitor leaves their address for our CEO. */
import type { Dependencies } from '#shop/dependencies.ts';

/** Keeps the address with the time of its first letter; the same one again changes nothing. */
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
