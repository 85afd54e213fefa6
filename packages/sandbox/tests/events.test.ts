/** The card sandbox's events: what each change records, and how events are read. */
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { answerChallenge, CARDS, confirmInBrowser, givenIntent, givenSandbox } from '../testing/sandbox.ts';

const sandbox = await givenSandbox({ environment: { SANDBOX_OUTCOME_PAUSE: '200' } });
const { stripe } = sandbox;

/** The events about an intent and what belongs to it, oldest first. */
async function listEvents(intent: { id: string }): Promise<Stripe.Event[]> {
  const events = await Array.fromAsync(stripe.events.list({ limit: 100 }));
  return events.filter(({ data }) => JSON.stringify(data.object).includes(`"${intent.id}"`)).reverse();
}

async function listTypes(intent: { id: string }): Promise<string[]> {
  return (await listEvents(intent)).map(({ type }) => type);
}

async function paidWith(card: { number: string }): Promise<Stripe.PaymentIntent> {
  const intent = await givenIntent(sandbox);
  await confirmInBrowser(sandbox, intent, card, {}, { return_url: 'https://shop.test/' });
  return intent;
}

async function challengedAndAnswered(outcome: 'complete' | 'fail'): Promise<Stripe.PaymentIntent> {
  const intent = await paidWith(CARDS.authenticated);
  const { next_action } = await stripe.paymentIntents.retrieve(intent.id);
  await answerChallenge(next_action?.redirect_to_url?.url ?? '', outcome);
  return intent;
}

describe('what happens is written down in its order:', () => {
  const created = 'payment_intent.created';
  const paid = [created, 'charge.succeeded', 'payment_intent.succeeded'];
  const challenged = [created, 'payment_intent.requires_action'];
  const refunded = ['refund.created', 'charge.refunded'];
  const refund = async (intent: { id: string }) => {
    await stripe.refunds.create({ payment_intent: intent.id, amount: 500 });
    return intent;
  };

  test.each<[string, () => Promise<{ id: string }>, string[]]>([
    ['paid', () => paidWith(CARDS.good), paid],
    ['declined', () => paidWith(CARDS.declined), [created, 'charge.failed', 'payment_intent.payment_failed']],
    ['refused before it was tried', () => paidWith({ number: '4242424242424241' }), [created]],
    ['challenge passed', () => challengedAndAnswered('complete'), [...challenged, ...paid.slice(1)]],
    [
      'challenge failed',
      () => challengedAndAnswered('fail'),
      [...challenged, 'payment_intent.payment_failed'],
    ],
    [
      'cancelled',
      async () => stripe.paymentIntents.cancel((await givenIntent(sandbox)).id),
      [created, 'payment_intent.canceled'],
    ],
    ['refunded', async () => refund(await paidWith(CARDS.good)), [...paid, ...refunded]],
    [
      'refunded in the end',
      async () => refund(await paidWith(CARDS.refundedLater)),
      [...paid, ...refunded, 'refund.updated'],
    ],
    [
      'refunded in vain',
      async () => refund(await paidWith(CARDS.refundFails)),
      [...paid, ...refunded, 'refund.updated', 'refund.failed'],
    ],
  ])('%s', async (_what, happen, types) => {
    const subject = await happen();
    await expect.poll(() => listTypes(subject), { timeout: 50_000 }).toEqual(types);
  });
});

test('an event carries the object as it was at that moment, and the request that caused it', async () => {
  const intent = await givenIntent(sandbox, { metadata: { order: '7' } });
  await stripe.paymentIntents.confirm(
    intent.id,
    { payment_method: 'pm_card_visa' },
    { idempotencyKey: `confirm-${intent.id}` },
  );
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 });

  const [created, charged, succeeded, ofRefund, refunded] = await listEvents(intent);
  expect(created).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    pending_webhooks: 0,
    data: { object: { ...intent } },
  });
  expect(created?.id).toMatch(/^evt_\w{24}$/);
  expect(created?.data.object).toMatchObject({ status: 'requires_payment_method' });
  expect(charged?.data.object).toMatchObject({ object: 'charge', paid: true, amount_refunded: 0 });
  expect(succeeded).toMatchObject({
    data: { object: { status: 'succeeded', amount_received: 2_000, metadata: { order: '7' } } },
    request: { id: expect.stringMatching(/^req_/), idempotency_key: `confirm-${intent.id}` },
  });
  expect(ofRefund?.data.object).toEqual({ ...refund });
  expect(refunded?.data).toMatchObject({
    object: { object: 'charge', amount_refunded: 500, refunded: false },
    previous_attributes: { amount_refunded: 0 },
  });
});

test('a scheduled outcome names no request', async () => {
  const intent = await paidWith(CARDS.refundFails);
  await stripe.refunds.create({ payment_intent: intent.id });
  await expect.poll(() => listTypes(intent), { timeout: 50_000 }).toContain('refund.failed');
  const failed = (await listEvents(intent)).at(-1);
  expect(failed).toMatchObject({
    request: { id: null, idempotency_key: null },
    data: { object: { status: 'failed', failure_reason: 'expired_or_canceled_card' } },
  });
});

test('a request that is repeated is no second event, and one that was refused is none', async () => {
  const intent = await givenIntent(sandbox);
  const options = { idempotencyKey: `cancel-${intent.id}` };
  await stripe.paymentIntents.cancel(intent.id, {}, options);
  await stripe.paymentIntents.cancel(intent.id, {}, options);
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({ statusCode: 400 });
  expect(await listTypes(intent)).toEqual(['payment_intent.created', 'payment_intent.canceled']);
});

test('events are listed by type, by group, by several types and by time', async () => {
  const intent = await paidWith(CARDS.good);
  const mine = await listEvents(intent);
  const newest = mine.map(({ id }) => id).toReversed();
  const listIds = ({ data }: { data: Stripe.Event[] }) => data.map(({ id }) => id);

  expect(listIds(await stripe.events.list({ limit: 3 }))).toEqual(newest);
  expect(listIds(await stripe.events.list({ starting_after: newest[0] ?? '', limit: 2 }))).toEqual(
    newest.slice(1),
  );

  const typesListed = async (parameters: Stripe.EventListParams) =>
    new Set((await stripe.events.list({ limit: 100, ...parameters })).data.map(({ type }) => type));
  expect(await typesListed({ type: 'charge.succeeded' })).toEqual(new Set(['charge.succeeded']));
  expect(await typesListed({ type: 'charge.*' })).not.toContain('payment_intent.succeeded');
  expect(await typesListed({ type: 'charge.*' })).toContain('charge.failed');
  const types = ['payment_intent.canceled', 'refund.failed'];
  expect(await typesListed({ types })).toEqual(new Set(types));
  expect(await typesListed({ type: 'customer.created' })).toEqual(new Set());
  expect(await typesListed({ created: { gte: Math.floor(Date.now() / 1000) + 60 } })).toEqual(new Set());
  await expect(stripe.events.list({ type: 'charge.*', types })).rejects.toMatchObject({
    code: 'parameters_exclusive',
  });
});
