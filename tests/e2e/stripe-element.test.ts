/** With Stripe's keys set, the payment page mounts Stripe's own element, and no card number is asked for by the shop. */
import { expect, test } from 'vitest';
import { wording } from '#domain/wording.ts';
import { pagePolicy } from '#server/content-policy.ts';
import { givenBrowser } from '../support/browser.ts';
import { givenOrder, givenPerson } from '../support/given.ts';
import { signIn } from '../support/pages.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });
const chromium = givenBrowser();

/** Stands in for the outside provider's script (js.stripe.com is not reached by tests): it confirms by the sandbox. */
const stripeScript = `
  window.Stripe = (key) => ({
    elements: () => ({ create: () => ({
      mount(place) { place.innerHTML = '<button type="button">Stripe element</button>'; },
      destroy() {},
    }) }),
    async confirmCardPayment(secret) {
      const id = secret.split('_secret_')[0];
      const body = new URLSearchParams({ key, client_secret: secret, 'payment_method_data[type]': 'card' });
      const card = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' };
      for (const [field, value] of Object.entries(card)) body.set('payment_method_data[card][' + field + ']', value);
      const answer = await fetch('/card-sandbox/v1/payment_intents/' + id + '/confirm', { method: 'POST', body });
      const paymentIntent = await answer.json();
      return paymentIntent.error ? { error: paymentIntent.error } : { paymentIntent };
    },
    _registerWrapper() {}, registerAppInfo() {},
  });
  window.Stripe.version = 'endive';`;

test('the element pays the order', async () => {
  const buyer = await givenPerson(shop);
  const order = await givenOrder(shop, buyer);
  const page = await signIn({ shop, chromium }, buyer);
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: stripeScript }),
  );
  await page.route('**/api/create-payment-intent', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), provider: 'stripe' } });
  });
  await page.route('**/dashboard/payment/**', async (route) => {
    const answer = await route.fetch();
    const nonce = /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1];
    const policy = pagePolicy({ nonce, takesStripe: true });
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'content-security-policy': policy },
    });
  });
  await page.goto(`${shop.url}/dashboard/payment/${order._id}`);
  await page.getByRole('button', { name: 'Stripe element' }).waitFor();
  expect(await page.getByLabel('Card number').count()).toBe(0);
  await page.getByRole('button', { name: wording.payment.button, exact: true }).click();
  await page.getByText(wording.payment.complete).waitFor();
});
