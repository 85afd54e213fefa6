/** Recalculates what parts sell and how they are rated, which orders lists and searches. */
import { findStalePoints, writePoints } from '#catalogue/database/part-points.ts';
import { salesPointDays } from '#catalogue/rules/lists/precedence.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { selectSalesPoints } from '#purchases/database/orders.ts';
import { ratingsByBuyers } from '#reviews/database/reviews.ts';

/** Small, because an order of one of these parts waits for the batch to commit. */
const batchSize = 500;

/** Returns the number of changed parts. */
export async function rankParts({ db }: Pick<Dependencies, 'db'>, { at }: { at: Date }): Promise<number> {
  const stale = await findStalePoints(db, {
    sales: selectSalesPoints(at, salesPointDays),
    ratings: ratingsByBuyers,
  });
  for (let start = 0; start < stale.length; start += batchSize) {
    const batch = stale.slice(start, start + batchSize);
    await runTransaction(db, (transaction) => writePoints(transaction, batch));
  }
  return stale.length;
}
