/** Loads the checkout: the basket of whoever asks, who they are, and what delivery to them costs. */
import type { RouterContextProvider } from 'react-router';
import { readBasketFit, readStoredBasket } from '#app/pages/basket/basket.server.ts';
import { listDeliveredLines } from '#app/pages/checkout/checkout-view.ts';
import { presentBasket } from '#basket/rules/basket-lines.ts';
import { placeFieldNames } from '#delivery/rules/address-fields.ts';
import { isCountry, listAddressFields, maxAddressFieldLength } from '#delivery/rules/addresses.ts';
import { quoteParts } from '#delivery/use-cases/quote-parts.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import { findBuyer } from '#people/database/people.ts';
import { type AddressForm, beginAddressForm } from '#purchases/use-cases/begin-address-form.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

export async function readCheckout(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const { db, now } = context.get(pageContext);
  const stored = await readStoredBasket(context);
  const { personId } = stored;
  const basket = presentBasket(stored);
  const [buyer, begun, fit] = await Promise.all([
    personId === undefined ? undefined : findBuyer(db, personId),
    beginAddressForm({ db }, { personId }),
    readBasketFit(context, basket),
  ]);
  const form = choosePlace(begun, searchParams);
  const lines = listDeliveredLines(basket);
  const quote =
    lines.length > 0 ? await quoteParts({ db }, { lines, address: form.values, at: now }) : undefined;
  return {
    basket,
    /** Undefined: a visitor. */
    buyer,
    /** What its buyer must know of whether the parts fit together, and the build that they are. */
    fit: fit?.warning === undefined ? undefined : { warning: fit.warning, path: fit.path },
    form,
    /** Undefined: there is nothing to deliver. */
    quote: isRefused(quote)
      ? { problem: true as const, status: 409, detail: explainRefusal(quote), refused: quote.refused }
      : quote,
  };
}

/** The place that a browser without a script asks for. */
function choosePlace(form: AddressForm, parameters: URLSearchParams): AddressForm {
  const country = parameters.get('country') ?? '';
  if (!isCountry(country)) return form;
  const place = placeFieldNames.map((name) => [
    name,
    parameters.get(name)?.slice(0, maxAddressFieldLength) ?? '',
  ]);
  const values = { ...form.values, country, ...Object.fromEntries(place) };
  return { ...form, values, fields: listAddressFields(country) };
}
