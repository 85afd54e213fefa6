/** Loads the page of the basket. */
import { data, type RouterContextProvider } from 'react-router';
import type { BasketLineRow } from '#database/basket.ts';
import { basketNotes } from '#domain/basket/basket-notes.ts';
import { checkLine, computeLineTotal } from '#domain/basket/baskets.ts';
import { choosePartImage } from '#domain/catalogue/part-image.ts';
import { formatMoney } from '#domain/money.ts';
import * as paths from '#domain/paths.ts';
import { explainRefusal } from '#domain/refusals.ts';
import type { BasketPage, BasketPageLine } from '#web/basket/basket-view.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

export async function readBasketPage(context: Readonly<RouterContextProvider>, url: URL) {
  const { readBasket } = context.get(pageContext);
  if (!readBasket) throw data(undefined, { status: 404 }); // an address that would be cached for everybody
  const { lines, isMerged, leftOut } = await readBasket();
  const totals = lines.map(({ offer, quantity }) => computeLineTotal(offer, quantity));
  const basket: BasketPage = {
    lines: lines.map(makeLine),
    total: formatMoney(totals.reduce((sum, total) => sum + total, 0)),
    unavailableCount: totals.filter((total) => total === 0).length,
    isMerged,
    leftOut,
    note: makeNote(url.searchParams.get('note') ?? ''),
  };
  return { basket };
}

function makeNote(word: string): BasketPage['note'] {
  if (!Object.hasOwn(basketNotes, word)) return undefined;
  const isDone = word === 'added' || word === 'changed';
  return { kind: isDone ? 'success' : 'warning', text: basketNotes[word as keyof typeof basketNotes] };
}

function makeLine({ part, offer, quantity, seenPrice }: BasketLineRow): BasketPageLine {
  const problem = checkLine(offer, quantity);
  const total = computeLineTotal(offer, quantity);
  const price = offer.offSale ? null : offer.unitPrice;
  return {
    partId: part.id,
    name: part.name,
    address: offer.offSale ? undefined : paths.part(part),
    image: choosePartImage(part),
    quantity,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    price: price === null ? undefined : formatMoney(price),
    earlierPrice: price === null || price === seenPrice ? undefined : formatMoney(seenPrice),
    total: total === 0 ? undefined : formatMoney(total),
    problem: problem && explainRefusal(problem),
  };
}
