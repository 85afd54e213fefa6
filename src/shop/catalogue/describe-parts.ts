/** The shop makes the words that parts are found by, where they are missing or were made by an earlier recipe. */

import { findPartsWithoutWords, storeWords } from '#database/catalogue/part-words.ts';
import { runTransaction } from '#database/transaction.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** Describes a thousand parts at a time until all can be found, and answers how many it were. Parts that are added have their words already. */
export async function describeParts({ db }: Pick<Dependencies, 'db'>): Promise<number> {
  let described = 0;
  for (;;) {
    const count = await runTransaction(db, async (transaction) => {
      const parts = await findPartsWithoutWords(transaction, 1000);
      await storeWords(transaction, parts);
      return parts.length;
    });
    if (count === 0) return described;
    described += count;
  }
}
