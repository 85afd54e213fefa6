/** Computes the search words of parts that have none, or that an earlier version computed. */
import { findPartsWithoutWords, storeWords } from '#database/catalogue/part-words.ts';
import { runTransaction } from '#database/transaction.ts';
import type { Dependencies } from '#shop/dependencies.ts';

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
