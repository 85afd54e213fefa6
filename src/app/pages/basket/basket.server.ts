/** Loads the page of the basket. */
import { data, type RouterContextProvider } from 'react-router';
import { basketContext } from '#basket/components/basket-context.server.ts';
import { presentBasket } from '#basket/rules/basket-lines.ts';
import { basketNotes } from '#basket/rules/basket-notes.ts';
import { computeLineTotal } from '#basket/rules/baskets.ts';
import { readPromises } from '#delivery/components/promises.server.ts';
import { makeDeliveredLine } from '#delivery/rules/quote.ts';
import { checkBasket } from '#fit/components/basket-fit.server.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

export async function readBasketPage(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const stored = await readStoredBasket(context);
  const partId = searchParams.get('part');
  const presented = presentBasket(stored);
  const promises = await readPromises(context);
  const basket = {
    ...presented,
    /** Undefined: none concern each other. */
    fit: await checkBasket(context.get(pageContext).db, presented.lines),
    note: makeNote(searchParams.get('note') ?? ''),
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

export async function readStoredBasket(context: Readonly<RouterContextProvider>) {
  const readBasket = context.get(basketContext);
  if (!readBasket) throw data(undefined, { status: 404 }); // an address that would be cached for everybody
  return await readBasket();
}

function makeNote(word: string): { kind: 'success' | 'warning'; text: string } | undefined {
  if (!Object.hasOwn(basketNotes, word)) return undefined;
  const isDone = word === 'added' || word === 'build-added' || word === 'changed';
  return { kind: isDone ? 'success' : 'warning', text: basketNotes[word as keyof typeof basketNotes] };
}
