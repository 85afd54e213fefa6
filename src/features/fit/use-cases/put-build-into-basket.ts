/** Puts the parts of a build into a basket, without those that are owned. */
import type { BasketOwner } from '#basket/use-cases/change-basket.ts';
import { putIntoBasket } from '#basket/use-cases/put-into-basket.ts';
import { parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { readBuildParts } from '#fit/database/build-parts.ts';
import { countOrdered } from '#fit/rules/priced-build.ts';
import { type Refusal, refuseField } from '#kernel/refusals.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/**
 * All of them or none; once more changes nothing. Returns the basket's id. Refuses: invalid-input, basket-full,
 * too-many-baskets.
 */
export async function putBuildIntoBasket(
  { db }: Pick<Dependencies, 'db'>,
  { owner, parts: text, at }: { owner: BasketOwner; parts: string; at: Date },
): Promise<string | Refusal> {
  const { parts } = await readBuildParts(db, parseBuild(text));
  const wanted = parts.filter(({ isOwned, unitPrice }) => !isOwned && unitPrice !== null);
  if (wanted.length === 0) return refuseField('parts', 'Choose a part to buy first.');
  const lines = wanted.flatMap((part) =>
    part.unitPrice === null
      ? []
      : [{ partId: part.row.id, quantity: countOrdered(part), seenPrice: part.unitPrice }],
  );
  return await putIntoBasket({ db }, { owner, lines, at });
}
