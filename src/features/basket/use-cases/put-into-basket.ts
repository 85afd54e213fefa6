/** Puts parts into a basket: one of them, more of it, or several at once. */
import { findBasketLines, raiseBasketLine, setBasketLine } from '#basket/database/basket.ts';
import { type BasketLine, maxBasketLines } from '#basket/rules/baskets.ts';
import { type BasketChange, type BasketOwner, changeBasket } from '#basket/use-cases/change-basket.ts';
import { findPart } from '#catalogue/database/parts.ts';
import { countSoldOutRequests } from '#catalogue/database/sold-out-requests.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

type AddedLine = Omit<BasketLine, 'addedAt'>;

/**
 * `quantity` undefined: the smallest order, and one more where the part is in the basket already. Returns the basket's id.
 * Refuses: part-not-found, part-not-for-sale, basket-full, too-many-baskets.
 */
export async function addToBasket(
  { db }: Pick<Dependencies, 'db'>,
  {
    owner,
    partId,
    quantity,
    at,
  }: { owner: BasketOwner; partId: string; quantity: number | undefined; at: Date },
): Promise<string | Refusal> {
  const change: BasketChange['change'] = async (transaction, basketId) => {
    const offer = await findOffer(transaction, partId);
    if (isRefused(offer)) return offer;
    const { seenPrice, stock, minimum } = offer;
    if (stock < minimum) await countSoldOutRequests(transaction, { partIds: [partId], at });
    if (await raiseBasketLine(transaction, basketId, { partId, quantity: quantity ?? 1, seenPrice }))
      return undefined;
    const line = { partId, quantity: quantity ?? minimum, seenPrice };
    return await setLines(transaction, basketId, { lines: [line], at });
  };
  return await changeBasket({ db }, { owner, at, change });
}

/** Any quantity: stock and minimum change, so the basket says what is wrong. Returns and refuses as `addToBasket`. */
export async function setBasketQuantity(
  { db }: Pick<Dependencies, 'db'>,
  { owner, partId, quantity, at }: { owner: BasketOwner; partId: string; quantity: number; at: Date },
): Promise<string | Refusal> {
  const change: BasketChange['change'] = async (transaction, basketId) => {
    const offer = await findOffer(transaction, partId);
    if (isRefused(offer)) return offer;
    const line = { partId, quantity, seenPrice: offer.seenPrice };
    return await setLines(transaction, basketId, { lines: [line], at });
  };
  return await changeBasket({ db }, { owner, at, change });
}

/**
 * Of a build, or of an earlier purchase: all of them or none, of each part the larger quantity, so that once more changes
 * nothing. Returns the basket's id. Refuses: basket-full, too-many-baskets.
 */
export async function putIntoBasket(
  { db }: Pick<Dependencies, 'db'>,
  { owner, lines, at }: { owner: BasketOwner; lines: readonly AddedLine[]; at: Date },
): Promise<string | Refusal> {
  const change: BasketChange['change'] = (transaction, basketId) =>
    setLines(transaction, basketId, { lines, keepsLarger: true, at });
  return await changeBasket({ db }, { owner, at, change });
}

async function findOffer(db: Database, partId: string) {
  const part = await findPart(db, partId);
  if (!part) return { refused: 'part-not-found' } as const;
  const { price_cents: seenPrice, stock, minimum_order: minimum } = part;
  const isOffered = part.off_sale_at === null && seenPrice !== null;
  return isOffered ? { seenPrice, stock, minimum } : ({ refused: 'part-not-for-sale' } as const);
}

/** `keepsLarger`: a quantity that is there already. */
async function setLines(
  db: Database,
  basketId: string,
  { lines, keepsLarger = false, at }: { lines: readonly AddedLine[]; keepsLarger?: boolean; at: Date },
): Promise<Refusal | undefined> {
  const known = new Map((await findBasketLines(db, basketId)).map((line) => [line.partId, line.quantity]));
  const newLines = lines.filter(({ partId }) => !known.has(partId));
  if (known.size + newLines.length > maxBasketLines) return { refused: 'basket-full', limit: maxBasketLines };
  for (const line of lines) {
    const least = keepsLarger ? (known.get(line.partId) ?? 0) : 0;
    const quantity = Math.max(line.quantity, least);
    await setBasketLine(db, basketId, { ...line, quantity, addedAt: at });
  }
  return undefined;
}
