/** Derives facts and computes search words of parts that have none, or that an earlier version computed, and types facts. */
import { storeDerivedFacts, storeMissingFacts } from '#catalogue/database/part-facts.ts';
import { findPartsWithoutWords, storeWords } from '#catalogue/database/part-words.ts';
import { deriveFacts, omitDerived } from '#catalogue/rules/derived-facts.ts';
import { findDoubtfulFields } from '#catalogue/rules/doubts.ts';
import { makeMatchKey } from '#catalogue/rules/import/recognition.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export async function describeParts({ db }: Pick<Dependencies, 'db'>): Promise<number> {
  let described = 0;
  for (;;) {
    const count = await runTransaction(db, async (transaction) => {
      const parts = await findPartsWithoutWords(transaction, 1000);
      const current = parts.map((part) => ({
        ...part,
        ...deriveFacts({ ...part, specs: omitDerived(part.specs, part.derived_fields) }),
        matchKey: makeMatchKey(part),
        doubtfulFields: findDoubtfulFields(part),
      }));
      await storeDerivedFacts(
        transaction,
        current.filter(
          (part) =>
            `${part.derived_fields}` !== `${part.derivedFields}` ||
            `${part.doubtful_fields}` !== `${part.doubtfulFields}` ||
            part.match_key !== part.matchKey,
        ),
      );
      await storeWords(transaction, current);
      return parts.length;
    });
    if (count === 0) break;
    described += count;
  }
  // in a transaction for each piece: orders wait for one at most
  while ((await runTransaction(db, storeMissingFacts)) > 0);
  return described;
}
