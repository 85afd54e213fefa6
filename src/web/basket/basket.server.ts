/** Loads the page of the basket. */
import { data, type RouterContextProvider } from 'react-router';
import { presentBasket } from '#domain/basket/basket-lines.ts';
import { basketNotes } from '#domain/basket/basket-notes.ts';
import { computeLineTotal } from '#domain/basket/baskets.ts';
import { makeDeliveredLine } from '#domain/delivery/quote.ts';
import type { BasketPage } from '#web/basket/basket-view.ts';
import { readPromises } from '#web/delivery/promises.server.ts';
import { checkBasket } from '#web/fit/basket-fit.server.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

export async function readBasketPage(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const stored = await readStoredBasket(context);
  const partId = searchParams.get('part');
  const presented = presentBasket(stored);
  const promises = await readPromises(context);
  const basket: BasketPage = {
    ...presented,
    fit: await checkBasket(context.get(pageContext).db, presented.lines),
    note: makeNote(searchParams.get('note') ?? ''),
    refusedQuantity: partId ? { partId, typed: searchParams.get('quantity') ?? '' } : undefined,
    includedTax: promises.includedTax,
    deliveryZones: promises.listZones(
      stored.lines
        .filter(({ offer, quantity }) => computeLineTotal(offer, quantity) > 0)
        .map(({ part, quantity }) => makeDeliveredLine(part, quantity)),
    ),
  };
  return { basket };
}

export async function readStoredBasket(context: Readonly<RouterContextProvider>) {
  const { readBasket } = context.get(pageContext);
  if (!readBasket) throw data(undefined, { status: 404 }); // an address that would be cached for everybody
  return await readBasket();
}

function makeNote(word: string): BasketPage['note'] {
  if (!Object.hasOwn(basketNotes, word)) return undefined;
  const isDone = word === 'added' || word === 'build-added' || word === 'changed';
  return { kind: isDone ? 'success' : 'warning', text: basketNotes[word as keyof typeof basketNotes] };
}
