/** Counts attempts for rate limits, over all processes. */
import { type Attempts, addAttempts, deleteAttempts } from '#platform/database/attempts.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** Returns for each key the number of attempts within the window, which starts with the first of them. */
export function countAttempts(
  { db }: Pick<Dependencies, 'db'>,
  { keys, windowMs, at }: { keys: string[]; windowMs: number; at: Date },
): Promise<Attempts[]> {
  return addAttempts(db, { keys, at, until: new Date(at.getTime() + windowMs) });
}

export async function countAttempt(
  { db }: Pick<Dependencies, 'db'>,
  { key, windowMs, at }: { key: string; windowMs: number; at: Date },
): Promise<Attempts> {
  const [attempts] = await countAttempts({ db }, { keys: [key], windowMs, at });
  if (!attempts) throw new Error('The count of a key is missing.');
  return attempts;
}

export function undoAttempts({ db }: Pick<Dependencies, 'db'>, { keys }: { keys: string[] }): Promise<void> {
  return deleteAttempts(db, keys);
}
