/** Loads the checkout: the basket of whoever asks, and who they are. */
import type { RouterContextProvider } from 'react-router';
import { findBuyer } from '#database/people/profiles.ts';
import { presentBasket } from '#domain/basket/basket-lines.ts';
import { readStoredBasket } from '#web/basket/basket.server.ts';
import type { CheckoutPage } from '#web/orders/checkout/checkout-view.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

export async function readCheckout(context: Readonly<RouterContextProvider>): Promise<CheckoutPage> {
  const { db } = context.get(pageContext);
  const basket = await readStoredBasket(context);
  const { personId } = basket;
  const buyer = personId === undefined ? undefined : await findBuyer(db, personId);
  return { basket: presentBasket(basket), buyer };
}
