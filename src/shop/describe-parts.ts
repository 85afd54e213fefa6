/** The shop makes the words that parts are found by, where they are missing or were made by an earlier recipe. */
import type { Database } from '#database/connect.ts';
import { findPartsWithoutWords, keepWords } from '#database/part-words.ts';
import { inTransaction } from '#database/transaction.ts';

/** Describes a thousand parts at a time until all can be found, and answers how many it were. Parts that are added have their words already. */
export async function describeParts(db: Database): Promise<number> {
  let described = 0;
  for (;;) {
    const count = await inTransaction(db, async (transaction) => {
      const parts = await findPartsWithoutWords(transaction, 1000);
      await keepWords(transaction, parts);
      return parts.length;
    });
    if (typeof count !== 'number' || count === 0) return described;
    described += count;
  }
}
