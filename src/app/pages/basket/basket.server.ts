/** Loads the page of the basket. */
import { data, type RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { basketContext } from '#basket/components/basket-context.server.ts';
import { presentBasket } from '#basket/rules/basket-lines.ts';
import { type BasketNote, basketNotes } from '#basket/rules/basket-notes.ts';
import { computeLineTotal } from '#basket/rules/baskets.ts';
import type { Basket } from '#basket/use-cases/view-basket.ts';
import { readPromises } from '#delivery/components/promises.server.ts';
import { makeDeliveredLine } from '#delivery/rules/quote.ts';
import { checkBasket } from '#fit/components/basket-fit.server.ts';
import { isRefused } from '#kernel/refusals.ts';
import { planOrderAgain } from '#orders/use-cases/order-again.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

export async function readBasketPage(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const stored = await readStoredBasket(context);
  const partId = searchParams.get('part');
  const presented = presentBasket(stored);
  const promises = await readPromises(context);
  const basket = {
    ...presented,
    /** Undefined: none concern each other. */
    fit: await readBasketFit(context, presented),
    note: makeNote(searchParams.get('note') ?? '') ?? (await readOrderedAgain(context, stored, searchParams)),
    /** What cannot be a quantity, as it was typed. */
    refusedQuantity: partId ? { partId, typed: searchParams.get('quantity') ?? '' } : undefined,
    includedTax: promises.includedTax,
    /** Of the lines that can be bought; the default one first. */
    deliveryZones: promises.listZones(
      stored.lines
        .filter(({ offer, quantity }) => computeLineTotal(offer, quantity) > 0)
        .map(({ part, quantity }) => makeDeliveredLine(part, quantity)),
    ),
  };
  return { basket };
}

export async function readBasketFit(
  context: Readonly<RouterContextProvider>,
  { lines }: Pick<ReturnType<typeof presentBasket>, 'lines'>,
) {
  return await checkBasket(context.get(pageContext).db, lines);
}

export async function readStoredBasket(context: Readonly<RouterContextProvider>) {
  const readBasket = context.get(basketContext);
  if (!readBasket) throw data(undefined, { status: 404 }); // an address that would be cached for everybody
  return await readBasket();
}

type Note = { kind: 'success' | 'warning'; text: string; differences?: string[] };

function makeNote(word: string): Note | undefined {
  if (!Object.hasOwn(basketNotes, word)) return undefined;
  const isDone = word === 'added' || word === 'build-added' || word === 'changed';
  return { kind: isDone ? 'success' : 'warning', text: basketNotes[word as BasketNote] };
}

/** By the earlier purchase that the address names, if it is the viewer's own: as its parts are now. */
async function readOrderedAgain(
  context: Readonly<RouterContextProvider>,
  { personId }: Pick<Basket, 'personId'>,
  searchParams: URLSearchParams,
): Promise<Note | undefined> {
  const id = z.uuid().safeParse(searchParams.get('again'));
  if (personId === undefined || !id.success) return undefined;
  const { db } = context.get(pageContext);
  const planned = await planOrderAgain({ db }, { buyerId: personId, purchaseId: id.data });
  if (isRefused(planned)) return undefined;
  const differences = planned.flatMap((line) => line.differences);
  if (differences.length === 0)
    return { kind: 'success', text: 'What you had ordered is in your basket again.' };
  const isAnyThere = planned.some(({ quantity }) => quantity > 0);
  return {
    kind: 'warning',
    text: isAnyThere
      ? 'What you had ordered is in your basket again, but not all is as it was.'
      : 'Nothing of what you had ordered can be bought at the moment.',
    differences,
  };
}
