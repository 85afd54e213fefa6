/** Recalculates the average ratings that lists filter by, where other events than a review changed them. */
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { findStaleRatings, storePartRatings } from '#reviews/database/reviews.ts';
import type { ReviewsFrom } from '#reviews/rules/reviews.ts';

/** Small, because an order of one of these parts waits for the batch to commit. */
const batchSize = 500;

/** A buyer who gave the part back, a confirmed address, another setting. Returns the number of changed parts. */
export async function rateParts(
  { db }: Pick<Dependencies, 'db'>,
  { from }: { from: ReviewsFrom },
): Promise<number> {
  const stale = await findStaleRatings(db, from);
  for (let start = 0; start < stale.length; start += batchSize) {
    const batch = stale.slice(start, start + batchSize);
    await runTransaction(db, (transaction) => storePartRatings(transaction, from, batch));
  }
  return stale.length;
}
