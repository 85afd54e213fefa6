/** With Stripe's keys set, the payment page mounts Stripe's own element, and no card number is asked for by the shop. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { givenOrder, givenPerson } from '../support/given.ts';
import { expectRed, payButton, signIn } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium } = await givenVisitedShop({ hasStripeElement: true });

/**
 * Stands in for the outside provider's script (js.stripe.com is not reached by tests): it confirms by the sandbox, asks
 * the bank without leaving the page, and its element is a field for the card's number.
 */
const stripeScript = `
  const path = (secret) => '/card-sandbox/v1/payment_intents/' + secret.split('_secret_')[0];
  const resultOf = (intent) => (intent.error ? { error: intent.error } : { paymentIntent: intent });
  window.Stripe = (key) => {
    let field;
    const stripe = {
      elements: () => ({ create: () => ({
        mount(place) {
          field = document.createElement('input');
          field.setAttribute('aria-label', 'Stripe’s card field');
          place.append(field);
        },
        destroy() { field?.remove(); },
      }) }),
      async retrievePaymentIntent(secret) {
        const query = new URLSearchParams({ key, client_secret: secret });
        return resultOf(await (await fetch(path(secret) + '?' + query)).json());
      },
      async confirmCardPayment(secret) {
        const body = new URLSearchParams({ key, client_secret: secret, 'payment_method_data[type]': 'card' });
        body.set('return_url', location.href);
        const card = { number: field.value, exp_month: '12', exp_year: '2034', cvc: '123' };
        for (const [name, value] of Object.entries(card)) body.set('payment_method_data[card][' + name + ']', value);
        return resultOf(await (await fetch(path(secret) + '/confirm', { method: 'POST', body })).json());
      },
      async handleNextAction({ clientSecret }) {
        const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
        const body = new URLSearchParams({ outcome: 'complete' });
        await fetch(paymentIntent.next_action.redirect_to_url.url, { method: 'POST', body, redirect: 'manual' });
        return stripe.retrievePaymentIntent(clientSecret);
      },
      _registerWrapper() {},
      registerAppInfo() {},
    };
    return stripe;
  };
  window.Stripe.version = 'endive';`;

test('the element pays the order, after a card was declined with Stripe’s words in red', async () => {
  const page = await givenStripePage();
  const field = page.getByLabel('Stripe’s card field');
  const pay = page.getByRole('button', payButton);
  await field.fill('4000000000000002');
  expect(await page.getByLabel('Card number').count()).toBe(0);
  await pay.click();
  await expectRed(page.getByText('Your card was declined.'));
  await field.fill('4242424242424242');
  await pay.click();
  await page.getByText(wording.payment.complete).waitFor();
});

test('a payment that was left at the buyer’s bank goes on where it was', async () => {
  const page = await givenStripePage();
  await page.getByLabel('Stripe’s card field').fill('4000002500003155');
  await page.getByRole('button', payButton).click();
  await page.getByText('The card was not charged').waitFor();
  await page.reload();
  await page.getByText('Your bank is still waiting for you').waitFor();
  await page.getByRole('button', { name: 'Go on to your bank' }).click();
  await page.getByText(wording.payment.complete).waitFor();
});

/** The payment page of an order as it is with Stripe's keys set, reached from a page whose policy keeps Stripe out. */
async function givenStripePage(): Promise<Page> {
  const buyer = await givenPerson(shop);
  await givenOrder(shop, buyer);
  const page = await signIn({ shop, chromium }, buyer, /402/);
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: stripeScript }),
  );
  await page.goto(`${shop.url}/dashboard`);
  await page.getByRole('link', { name: new RegExp(`^${wording.myOrders.pay} \\$`) }).click();
  return page;
}
