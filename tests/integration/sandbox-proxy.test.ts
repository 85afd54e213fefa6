/** The card sandbox as a browser reaches it: below the shop's own address. */
import { createServer, type Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { answerChallenge, CARDS, cardForm, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { givenOrder, givenPerson } from '../support/given.ts';
import { listenHere } from '../support/processes.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();

const silent: Server = createServer(() => {}); // takes every request and answers none
const silentAddress = `http://127.0.0.1:${await listenHere(silent)}`;
const severed = await givenShop({ stripeUrl: silentAddress });

afterAll(() => void silent.close());

test('a challenge is answered below the shop’s address, and leads back to the shop', async () => {
  const buyer = await givenPerson(shop);
  const order = await givenOrder(shop, buyer);
  const { body: secret } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  const { path, fields } = cardForm(secret, CARDS.authenticated);
  const id = parsePaymentId(secret);
  const returnUrl = `${shop.url}/dashboard/payment/${order._id}`;

  const answer = await fetch(`${shop.url}/card-sandbox${path}`, {
    method: 'POST',
    // What a browser says of a prefix does not count: the shop knows where it hands requests on.
    headers: { 'x-forwarded-prefix': '/elsewhere' },
    body: new URLSearchParams({ ...fields, return_url: returnUrl }),
  });
  const intent = await answer.json();
  expect(intent).toMatchObject({ status: 'requires_action' });
  const { url } = intent.next_action.redirect_to_url;
  expect(url.startsWith(`${shop.url}/card-sandbox/3d_secure/payatt_`)).toBe(true);

  const page = await fetch(url);
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${shop.url};`);
  expect(await page.text()).toContain('Complete authentication');

  const answered = await answerChallenge(url, 'complete');
  expect(answered.status).toBe(303);
  expect(answered.headers.get('location')).toBe(
    `${returnUrl}?payment_intent=${id}&payment_intent_client_secret=${secret.clientSecret}&redirect_status=succeeded`,
  );
  const settled = await buyer.ask('PATCH', `/api/my_order/${order._id}`, {
    orderId: order._id,
    transactionId: id,
  });
  expect(settled.body).toMatchObject({ paid: true });
});

test.each(['is silent', 'is gone'])(
  'a sandbox that %s is told in a problem, with when to come again',
  async (how) => {
    if (how === 'is gone') silent.close();
    const answer = await severed.app.inject('/card-sandbox/v1/payment_intents/pi_1');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({ refused: 'payment-provider-unavailable' });
  },
);
