/** Who may call the card sandbox: keys, client secrets, and ids that lead nowhere. */
import { expect, test } from 'vitest';
import {
  CARDS,
  confirmInBrowser,
  givenIntent,
  givenSandbox,
  PUBLISHABLE_KEY,
  post,
  SECRET_KEY,
  stripeClient,
} from '../testing/sandbox.ts';

const sandbox = await givenSandbox();
const { stripe } = sandbox;

test('ids that nobody has are 404', async () => {
  const calls = [
    stripe.paymentIntents.retrieve('pi_nobody'),
    stripe.paymentIntents.update('pi_nobody', { description: 'x' }),
    stripe.paymentIntents.confirm('pi_nobody', { payment_method: 'pm_card_visa' }),
    stripe.paymentIntents.cancel('pi_nobody'),
  ];
  for (const call of calls)
    await expect(call).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_nobody'",
    });
});

test('no key, an unknown key and a key of the wrong kind are refused', async () => {
  const intent = await givenIntent(sandbox);
  const withoutKey = await fetch(`${sandbox.origin}/v1/payment_intents`);
  expect(withoutKey.status).toBe(401);
  expect((await withoutKey.json()).error.message).toContain('You did not provide an API key.');

  const stranger = stripeClient(sandbox.port, 'sk_test_51SomebodyElse1234');
  await expect(stranger.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: expect.stringMatching(/^Invalid API Key provided: sk_test_\*+1234$/),
  });

  const browser = stripeClient(sandbox.port, PUBLISHABLE_KEY);
  const forbidden = [
    browser.paymentIntents.create({ amount: 100, currency: 'usd' }),
    browser.paymentIntents.list(),
    browser.paymentIntents.update(intent.id, { amount: 100 }),
    browser.paymentIntents.cancel(intent.id),
    browser.charges.list(),
    browser.refunds.create({ payment_intent: intent.id }),
    browser.refunds.list(),
    browser.refunds.retrieve('re_nobody'),
    browser.disputes.list(),
    browser.disputes.retrieve('du_nobody'),
    browser.disputes.update('du_nobody', { evidence: {} }),
    browser.events.list(),
    browser.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['*'] }),
    browser.webhookEndpoints.list(),
    browser.webhookEndpoints.del('we_nobody'),
    browser.rawRequest('POST', '/sandbox/webhook_endpoints/we_nobody/send', { event: 'evt_nobody' }),
  ];
  await Promise.all(
    forbidden.map((call) =>
      expect(call).rejects.toMatchObject({ statusCode: 401, code: 'secret_key_required' }),
    ),
  );
  expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual({ ...intent });
});

test('the secret key works as Basic and as Bearer', async () => {
  for (const authorization of [
    `Bearer ${SECRET_KEY}`,
    `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`,
  ])
    expect((await fetch(`${sandbox.origin}/v1/payment_intents`, { headers: { authorization } })).status).toBe(
      200,
    );
});

test('a browser needs the client secret of that very intent', async () => {
  const intent = await givenIntent(sandbox);
  const other = await givenIntent(sandbox);
  const wrong = await confirmInBrowser(
    sandbox,
    { ...intent, client_secret: other.client_secret },
    CARDS.good,
  );
  expect(wrong.status).toBe(400);
  expect(wrong.body.error).toMatchObject({
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
  });

  const path = `/v1/payment_intents/${intent.id}/confirm`;
  const without = await post(sandbox, path, { key: PUBLISHABLE_KEY, payment_method: 'pm_card_visa' });
  expect(without.body.error).toMatchObject({ code: 'parameter_missing', param: 'client_secret' });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
});
