/** Puts the parts of a build into a basket, without those that are owned. */
import { findBasketLines, setBasketLine } from '#basket/database/basket.ts';
import { maxBasketLines } from '#basket/rules/baskets.ts';
import { type BasketOwner, changeBasket } from '#basket/use-cases/change-basket.ts';
import { parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { readBuildParts, type StoredBuildPart } from '#fit/database/build-parts.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';
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
  const wanted = parts.filter(({ isOwned }) => !isOwned);
  if (wanted.length === 0)
    return { refused: 'invalid-input', errors: [{ path: 'parts', message: 'Choose a part to buy first.' }] };
  return await changeBasket(
    { db },
    { owner, at, change: (transaction, basketId) => put(transaction, basketId, wanted, at) },
  );
}

async function put(
  db: Database,
  basketId: string,
  wanted: readonly StoredBuildPart[],
  at: Date,
): Promise<Refusal | undefined> {
  const lines = new Map((await findBasketLines(db, basketId)).map((line) => [line.partId, line]));
  const added = wanted.filter(({ part }) => !lines.has(part.id));
  if (lines.size + added.length > maxBasketLines) return { refused: 'basket-full', limit: maxBasketLines };
  for (const { row, quantity, unitPrice } of wanted) {
    if (unitPrice === null) continue;
    const line = lines.get(row.id);
    await setBasketLine(db, basketId, {
      partId: row.id,
      quantity: Math.max(quantity, row.minimum_order, line?.quantity ?? 0),
      seenPrice: unitPrice,
      addedAt: line?.addedAt ?? at,
    });
  }
  return undefined;
}
