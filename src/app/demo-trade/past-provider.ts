/** The card sandbox as it was: what is done through it happens when its clock says, not now. */
import Stripe from 'stripe';
import { makeStripe, makeStripeGateway, type StripeSettings } from '#payments/provider/stripe.ts';

export function openPastProvider(settings: StripeSettings) {
  let clock = { at: new Date(0), outcomeAfterSeconds: 0 };
  const httpClient = Stripe.createNodeHttpClient();
  const send = httpClient.makeRequest.bind(httpClient);
  httpClient.makeRequest = (host, port, path, method, headers, ...rest) => {
    const past = `${Math.floor(clock.at.getTime() / 1000)}+${clock.outcomeAfterSeconds}`;
    return send(host, port, path, method, { ...headers, 'Sandbox-Clock': past }, ...rest);
  };
  const stripe = makeStripe({ ...settings, httpClient });
  return {
    gateway: makeStripeGateway({ ...settings, httpClient }),
    /** Pays as a buyer does in the browser. A disputed card is disputed so many seconds later. */
    confirm: async ({ id, card }: { id: string; card: string }) =>
      void (await stripe.paymentIntents.confirm(id, { payment_method: card })),
    /** `outcomeAfterSeconds`: until what a card of the sandbox does later, a dispute or a failed refund. */
    setClock: (next: { at: Date; outcomeAfterSeconds: number }) => {
      clock = next;
    },
  };
}
