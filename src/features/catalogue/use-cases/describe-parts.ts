/** Derives and types the facts of parts that have none, or that an earlier version derived. */
import { lockUndescribedParts, storeFacts } from '#catalogue/database/part-facts.ts';
import { deriveFacts, omitDerived } from '#catalogue/rules/derived-facts.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** In a transaction for each piece: orders wait for one at most. */
export async function describeParts({ db }: Pick<Dependencies, 'db'>): Promise<number> {
  for (let described = 0; ; ) {
    const count = await runTransaction(db, async (transaction) => {
      const parts = await lockUndescribedParts(transaction, 1000);
      const current = parts.map((part) => {
        const stated = { ...part, specs: omitDerived(part.specs, part.derived_fields) };
        const { specs, derivedFields } = deriveFacts(stated);
        return { ...part, specs, derived_fields: derivedFields };
      });
      if (current.length > 0) await storeFacts(transaction, current);
      return current.length;
    });
    if (count === 0) return described;
    described += count;
  }
}
