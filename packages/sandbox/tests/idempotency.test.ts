/** The card sandbox's Idempotency-Key: a repeated request is answered again, not done again. */
import { expect, test } from 'vitest';
import {
  CARDS,
  confirmInBrowser,
  givenIntent,
  givenSandbox,
  PUBLISHABLE_KEY,
  post,
} from '../testing/sandbox.ts';

const sandbox = await givenSandbox();
const { stripe } = sandbox;

let count = 0;
function newKey(): string {
  count += 1;
  return `key-${count}`;
}

test('a repeated request gets the first answer and makes nothing new', async () => {
  const idempotencyKey = newKey();
  const first = await stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey });
  await stripe.paymentIntents.update(first.id, { description: 'changed meanwhile' });
  const second = await stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey });

  expect(second).toEqual({ ...first });
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(second.lastResponse.idempotencyKey).toBe(idempotencyKey);
  expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  expect((await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(first.id);
});

test('the order in which parameters are sent does not matter', async () => {
  const idempotencyKey = newKey();
  const metadata = { a: '1', b: '2' };
  const first = await stripe.paymentIntents.create(
    { amount: 700, currency: 'usd', metadata },
    { idempotencyKey },
  );
  const second = await stripe.paymentIntents.create(
    { metadata: { b: '2', a: '1' }, currency: 'usd', amount: 700 },
    { idempotencyKey },
  );
  expect(second.id).toBe(first.id);
});

test('a key that was used with other parameters is refused', async () => {
  const idempotencyKey = newKey();
  await stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey });
  await expect(
    stripe.paymentIntents.create({ amount: 701, currency: 'usd' }, { idempotencyKey }),
  ).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    rawType: 'idempotency_error',
    statusCode: 400,
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
  });
});

test('a key that was used for another call is refused', async () => {
  const idempotencyKey = newKey();
  const intent = await stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey });
  await expect(stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    message: expect.stringContaining(
      `first used for ('/v1/payment_intents/${intent.id}/cancel' vs '/v1/payment_intents')`,
    ),
  });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
});

test('a confirmation that is repeated gets the same answer, and charges once', async () => {
  const intent = await givenIntent(sandbox);
  const headers = { 'idempotency-key': newKey() };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => confirmInBrowser(sandbox, intent, CARDS.good, headers)),
  );
  for (const { status, body } of answers)
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(4);
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

test('a decline that is repeated is the same decline; another card needs another key', async () => {
  const intent = await givenIntent(sandbox);
  const headers = { 'idempotency-key': newKey() };
  const first = await confirmInBrowser(sandbox, intent, CARDS.declined, headers);
  const second = await confirmInBrowser(sandbox, intent, CARDS.declined, headers);
  expect(second.status).toBe(402);
  expect(second.body).toEqual(first.body);
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);

  const other = await confirmInBrowser(sandbox, intent, CARDS.good, headers);
  expect(other.status).toBe(400);
  expect(other.body.error?.type).toBe('idempotency_error');
});

test('a request that was refused before it began leaves its key free', async () => {
  const intent = await givenIntent(sandbox);
  const headers = { 'idempotency-key': newKey() };
  expect((await confirmInBrowser(sandbox, intent, { number: '4242424242424241' }, headers)).status).toBe(402);
  expect((await confirmInBrowser(sandbox, intent, CARDS.good, headers)).status).toBe(200);
});

test('a browser cannot fetch the server’s answer by repeating its key and parameters', async () => {
  const idempotencyKey = newKey();
  const intent = await givenIntent(sandbox, { metadata: { margin: 'secret' } });
  const parameters = { payment_method: 'pm_card_visa', client_secret: intent.client_secret ?? '' };
  await stripe.paymentIntents.confirm(intent.id, parameters, { idempotencyKey });

  const answer = await post(
    sandbox,
    `/v1/payment_intents/${intent.id}/confirm`,
    { key: PUBLISHABLE_KEY, ...parameters },
    { 'idempotency-key': idempotencyKey },
  );
  expect(answer.body.error?.code).toBe('payment_intent_unexpected_state');
  expect(JSON.stringify(answer.body)).not.toContain('margin');
});

test('a key of more than 255 characters is refused', async () => {
  await expect(
    stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey: 'k'.repeat(256) }),
  ).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
});
