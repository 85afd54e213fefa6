/** Somebody tries something that may be tried only so often. */
import { type Attempts, addAttempt, deleteAttempt } from '#database/people/attempts.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/**
 * Counts the attempt with those of the same key that all processes have seen within the window (in milliseconds, from the first
 * one on). Whether it is too many is for the caller to say.
 */
export function countAttempt(
  { db }: Pick<Dependencies, 'db'>,
  { key, window, at }: { key: string; window: number; at: Date },
): Promise<Attempts> {
  return addAttempt(db, { key, at, until: new Date(at.getTime() + window) });
}

/** Takes an attempt back that turned out not to count. */
export function discountAttempt({ db }: Pick<Dependencies, 'db'>, { key }: { key: string }): Promise<void> {
  return deleteAttempt(db, key);
}
