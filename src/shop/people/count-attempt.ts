/** Counts attempts for rate limits, over all processes. */
import { type Attempts, addAttempt, deleteAttempt } from '#database/people/attempts.ts';
import type { Dependencies } from '#shop/dependencies.ts';

export function countAttempt(
  { db }: Pick<Dependencies, 'db'>,
  { key, windowMs, at }: { key: string; windowMs: number; at: Date },
): Promise<Attempts> {
  return addAttempt(db, { key, at, until: new Date(at.getTime() + windowMs) });
}

export function undoAttempt({ db }: Pick<Dependencies, 'db'>, { key }: { key: string }): Promise<void> {
  return deleteAttempt(db, key);
}
