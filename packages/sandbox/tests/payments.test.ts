/** The card sandbox's payment intents: made, read, listed, changed, paid, cancelled, through the official client. */
import { expect, test } from 'vitest';
import {
  CARDS,
  confirmInBrowser,
  givenIntent,
  givenPaid,
  givenSandbox,
  listCharges,
  PUBLISHABLE_KEY,
  startSandbox,
} from '../testing/sandbox.ts';

const sandbox = await givenSandbox();
const { stripe } = sandbox;

test('a new intent waits for a card and carries what the shop said of it', async () => {
  const intent = await givenIntent(sandbox, {
    amount: 12_345,
    description: 'Order 7',
    receipt_email: 'ada@compact.test',
    metadata: { order: '7', note: 'ä & ü = 100 %', __proto__name: 'x' },
    automatic_payment_methods: { enabled: true },
  });
  expect(intent).toMatchObject({
    object: 'payment_intent',
    amount: 12_345,
    amount_received: 0,
    currency: 'usd',
    status: 'requires_payment_method',
    description: 'Order 7',
    receipt_email: 'ada@compact.test',
    metadata: { order: '7', note: 'ä & ü = 100 %', __proto__name: 'x' },
    automatic_payment_methods: { enabled: true },
    payment_method_types: ['card'],
    last_payment_error: null,
    latest_charge: null,
    amount_details: { tip: {} },
    livemode: false,
  });
  expect(intent.id).toMatch(/^pi_\w{24}$/);
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
  expect(Math.abs(intent.created - Date.now() / 1000)).toBeLessThan(5);
  expect(intent.lastResponse.requestId).toMatch(/^req_\w{14}$/);
  expect(intent.lastResponse.apiVersion).toBe('2026-10-28.endive');
  expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual({ ...intent });
});

test('its account is named, and stays the same with its ledger', async () => {
  const account = await stripe.accounts.retrieveCurrent();
  expect(account).toMatchObject({ object: 'account', charges_enabled: true });
  expect(account.id).toMatch(/^acct_\w{16}$/);
  const beside = await startSandbox({ folder: sandbox.folder });
  expect(await beside.stripe.accounts.retrieveCurrent()).toEqual({ ...account });
  await beside.stop();
});

test('an intent says which ways to pay it takes', async () => {
  const allowed = await givenIntent(sandbox, { allowed_payment_method_types: ['card', 'sofort'] });
  expect(allowed).toMatchObject({
    allowed_payment_method_types: ['card', 'sofort'],
    automatic_payment_methods: null,
    payment_method_types: ['card'],
  });
  const automatic = await givenIntent(sandbox);
  expect(automatic).toMatchObject({
    allowed_payment_method_types: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
  });
  const neither = await givenIntent(sandbox, { automatic_payment_methods: { enabled: false } });
  expect(neither).toMatchObject({ automatic_payment_methods: null, payment_method_types: ['card'] });
});

test('a confirmed intent has succeeded, with one charge of its whole amount', async () => {
  const intent = await givenIntent(sandbox, { metadata: { order: '8' }, description: 'Order 8' });
  const { status, body } = await confirmInBrowser(sandbox, intent, CARDS.good);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: intent.id, status: 'succeeded', amount: 2_000 });

  const paid = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge'],
  });
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2_000, last_payment_error: null });
  expect(paid.latest_charge).toMatchObject({
    object: 'charge',
    amount: 2_000,
    amount_captured: 2_000,
    captured: true,
    paid: true,
    status: 'succeeded',
    description: 'Order 8',
    metadata: { order: '8' },
    payment_intent: intent.id,
    billing_details: { name: 'Ada Lovelace', email: 'ada@compact.test' },
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 12 } },
  });
  expect(await listCharges(sandbox, intent)).toHaveLength(1);
});

test('a browser is shown the public part of an intent only', async () => {
  const intent = await givenIntent(sandbox, { metadata: { margin: 'secret' } });
  const { body } = await confirmInBrowser(sandbox, intent, CARDS.good);
  const url = `${sandbox.origin}/v1/payment_intents/${intent.id}?key=${PUBLISHABLE_KEY}&client_secret=${intent.client_secret}`;
  const read = await (await fetch(url)).json();
  for (const shown of [body, read]) {
    expect(shown).toMatchObject({ id: intent.id, client_secret: intent.client_secret, status: 'succeeded' });
    expect(shown).not.toHaveProperty('metadata');
    expect(shown).not.toHaveProperty('latest_charge');
  }
});

test('the same card has one fingerprint, another card another', async () => {
  const cards = [CARDS.good, { number: '4242 4242 4242 4242', cvc: '999' }, CARDS.declined];
  const fingerprints = await Array.fromAsync(cards, async (card) => {
    const [charge] = await listCharges(sandbox, await givenPaid(sandbox, card));
    return charge?.payment_method_details?.card?.fingerprint;
  });
  expect(fingerprints[0]).toMatch(/^[\w-]{16}$/);
  expect(fingerprints[1]).toBe(fingerprints[0]);
  expect(fingerprints[2]).not.toBe(fingerprints[0]);
});

test('a declined intent says why, keeps the attempt, and takes another card', async () => {
  const intent = await givenIntent(sandbox);
  const declined = await confirmInBrowser(sandbox, intent, CARDS.poor);
  expect(declined.status).toBe(402);
  expect(declined.body.error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    payment_intent: { id: intent.id, status: 'requires_payment_method' },
  });

  const waiting = await stripe.paymentIntents.retrieve(intent.id);
  expect(waiting).toMatchObject({
    status: 'requires_payment_method',
    amount_received: 0,
    payment_method: null,
    latest_charge: declined.body.error?.charge,
    last_payment_error: {
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_method: { type: 'card' },
    },
  });
  expect(await listCharges(sandbox, intent)).toMatchObject([
    {
      id: declined.body.error?.charge,
      status: 'failed',
      paid: false,
      captured: false,
      amount_captured: 0,
      failure_code: 'card_declined',
      outcome: { type: 'issuer_declined', reason: 'insufficient_funds' },
    },
  ]);

  expect((await confirmInBrowser(sandbox, intent, CARDS.good)).body.status).toBe('succeeded');
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ last_payment_error: null });
  expect((await listCharges(sandbox, intent)).map((charge) => charge.status)).toEqual([
    'succeeded',
    'failed',
  ]);
});

test('the server confirms with a ready-made test card', async () => {
  const good = await givenIntent(sandbox);
  expect((await stripe.paymentIntents.confirm(good.id, { payment_method: 'pm_card_visa' })).status).toBe(
    'succeeded',
  );

  const bad = await givenIntent(sandbox);
  await expect(
    stripe.paymentIntents.confirm(bad.id, { payment_method: 'pm_card_visa_chargeDeclined' }),
  ).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402, decline_code: 'generic_decline' });
  await expect(stripe.paymentIntents.confirm(bad.id, { payment_method: 'pm_nobody' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'payment_method',
  });
  await expect(stripe.paymentIntents.confirm(bad.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining("it's missing a payment method"),
  });
});

test('a paid intent is not charged again', async () => {
  const intent = await givenPaid(sandbox);
  // Even an invalid second card gets the answer that the first one has paid.
  for (const card of [CARDS.good, CARDS.declined, { number: '1' }]) {
    const again = await confirmInBrowser(sandbox, intent, card);
    expect(again.status).toBe(400);
    expect(again.body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      payment_intent: { id: intent.id, status: 'succeeded' },
    });
    expect(again.body.error?.payment_intent).not.toHaveProperty('metadata');
  }
  expect(await listCharges(sandbox, intent)).toHaveLength(1);
});

test('a cancelled intent stays cancelled and takes no card', async () => {
  const intent = await givenIntent(sandbox);
  const canceled = await stripe.paymentIntents.cancel(intent.id, {
    cancellation_reason: 'requested_by_customer',
  });
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer' });
  expect(canceled.canceled_at).toBeGreaterThanOrEqual(intent.created);

  const confirmed = await confirmInBrowser(sandbox, intent, CARDS.good);
  expect(confirmed.status).toBe(400);
  expect(confirmed.body.error).toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining('it has a status of canceled.'),
    payment_intent: { status: 'canceled' },
  });
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining(
      'You cannot cancel this PaymentIntent because it has a status of canceled.',
    ),
  });
  expect(await listCharges(sandbox, intent)).toEqual([]);
});

test('a paid intent is not cancelled', async () => {
  const intent = await givenPaid(sandbox);
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
    message:
      'You cannot cancel this PaymentIntent because it has a status of succeeded. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.',
    payment_intent: { id: intent.id, status: 'succeeded' },
  });
});

test('a confirmation and a cancellation at the same moment: one of them wins', async () => {
  for (let round = 0; round < 10; round += 1) {
    const intent = await givenIntent(sandbox);
    const [confirmed, cancelled] = await Promise.allSettled([
      confirmInBrowser(sandbox, intent, CARDS.good),
      stripe.paymentIntents.cancel(intent.id),
    ]);
    const isPaid = confirmed.status === 'fulfilled' && confirmed.value.status === 200;
    expect(cancelled.status).toBe(isPaid ? 'rejected' : 'fulfilled');
    const { status } = await stripe.paymentIntents.retrieve(intent.id);
    expect(status).toBe(isPaid ? 'succeeded' : 'canceled');
    expect(await listCharges(sandbox, intent)).toHaveLength(isPaid ? 1 : 0);
  }
});

test('metadata is merged, an empty value removes a name; the amount changes only until it is paid', async () => {
  const intent = await givenIntent(sandbox, { metadata: { a: '1', b: '2' }, description: 'before' });
  const changed = await stripe.paymentIntents.update(intent.id, {
    amount: 3_000,
    metadata: { b: '', c: '3' },
    description: 'after',
  });
  expect(changed).toMatchObject({ amount: 3_000, description: 'after' });
  expect(changed.metadata).toEqual({ a: '1', c: '3' });
  expect(changed.client_secret).toBe(intent.client_secret);

  await confirmInBrowser(sandbox, intent, CARDS.good);
  expect(await listCharges(sandbox, intent)).toMatchObject([{ amount: 3_000 }]);
  await expect(stripe.paymentIntents.update(intent.id, { amount: 4_000 })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    param: 'amount',
    message: expect.stringContaining("This PaymentIntent's amount could not be updated"),
  });
  expect((await stripe.paymentIntents.update(intent.id, { metadata: '', description: '' })).metadata).toEqual(
    {},
  );
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount: 3_000, description: null });
});

test('lists are newest first, in pages, and filtered by time and by intent', async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) made.unshift((await givenIntent(sandbox)).id);

  const first = await stripe.paymentIntents.list({ limit: 2 });
  expect(first.data.map((intent) => intent.id)).toEqual(made.slice(0, 2));
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
  const second = await stripe.paymentIntents.list({ limit: 3, starting_after: made[1] ?? '' });
  expect(second.data.map((intent) => intent.id)).toEqual(made.slice(2, 5));

  // The client's pagination returns each object once.
  const all = await Array.fromAsync(stripe.paymentIntents.list({ limit: 3 }), ({ id }) => id);
  expect(new Set(all).size).toBe(all.length);
  expect(all.slice(0, 5)).toEqual(made);

  const now = Math.floor(Date.now() / 1000);
  expect((await stripe.paymentIntents.list({ created: { gt: now + 60 } })).data).toEqual([]);
  expect((await stripe.paymentIntents.list({ created: { lt: now - 3600 } })).data).toEqual([]);
  expect(
    (await stripe.paymentIntents.list({ created: { gte: now - 60, lte: now }, limit: 1 })).data,
  ).toHaveLength(1);
  const newest = await stripe.paymentIntents.retrieve(made[0] ?? '');
  const ofThatSecond = await stripe.paymentIntents.list({ created: newest.created, limit: 100 });
  expect(ofThatSecond.data.map((intent) => intent.id)).toContain(newest.id);
  expect(new Set(ofThatSecond.data.map((intent) => intent.created))).toEqual(new Set([newest.created]));

  await expect(stripe.charges.list({ payment_intent: 'pi_nobody' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'payment_intent',
  });
});
