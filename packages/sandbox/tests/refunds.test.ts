/** The card sandbox's refunds: full, partial, too much, pending and failed. */
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  CARDS,
  confirmInBrowser,
  givenIntent,
  givenPaid,
  givenSandbox,
  givenSandboxOfTest,
  listCharges,
} from '../testing/sandbox.ts';

const environment = { SANDBOX_OUTCOME_PAUSE: '300' };
const sandbox = await givenSandbox({ environment });
const { stripe } = sandbox;

async function findCharge(intent: { id: string }): Promise<Stripe.Charge | undefined> {
  return (await listCharges(sandbox, intent))[0];
}

async function readStatus(refund: { id: string }): Promise<string | null> {
  return (await stripe.refunds.retrieve(refund.id)).status;
}

test('without an amount all of the charge goes back', async () => {
  const intent = await givenPaid(sandbox);
  const refund: Stripe.Refund = await stripe.refunds.create({
    payment_intent: intent.id,
    reason: 'requested_by_customer',
    metadata: { order: '7' },
  });
  expect(refund).toMatchObject({
    object: 'refund',
    amount: 2_000,
    currency: 'usd',
    charge: (await findCharge(intent))?.id,
    payment_intent: intent.id,
    reason: 'requested_by_customer',
    metadata: { order: '7' },
    status: 'succeeded',
  });
  expect(refund.id).toMatch(/^re_\w{24}$/);
  expect(await findCharge(intent)).toMatchObject({
    amount: 2_000,
    amount_captured: 2_000,
    amount_refunded: 2_000,
    refunded: true,
    paid: true,
    status: 'succeeded',
  });
  // As at Stripe the intent stays succeeded; charge and refunds show the refunded amount.
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'succeeded',
    amount_received: 2_000,
  });
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'charge_already_refunded',
    message: `Charge ${String(refund.charge)} has already been refunded.`,
  });
});

test('parts add up to the whole and to no more', async () => {
  const intent = await givenPaid(sandbox);
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 2_001 })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($20.01) is greater than charge amount ($20.00)',
  });
  await stripe.refunds.create({ payment_intent: intent.id, amount: 500 });
  expect(await findCharge(intent)).toMatchObject({ amount_refunded: 500, refunded: false });
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 1_501 })).rejects.toMatchObject({
    message: 'Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)',
  });
  const rest = await stripe.refunds.create({ payment_intent: intent.id });
  expect(rest.amount).toBe(1_500);
  expect(await findCharge(intent)).toMatchObject({ amount_refunded: 2_000, refunded: true });
});

test('ten at the same moment give back no more than there is', async () => {
  const intent = await givenPaid(sandbox);
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => stripe.refunds.create({ payment_intent: intent.id, amount: 700 })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await findCharge(intent)).toMatchObject({ amount_refunded: 1_400 });
});

test('a refund that takes a while is pending, counts at once, and then succeeds', async () => {
  const intent = await givenPaid(sandbox, CARDS.refundedLater);
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
  expect(await findCharge(intent)).toMatchObject({ amount_refunded: 2_000, refunded: true });
  await expect.poll(() => readStatus(refund), { timeout: 50_000 }).toBe('succeeded');
  expect(await stripe.refunds.retrieve(refund.id)).not.toHaveProperty('pending_reason');
});

test('a refund that fails afterwards leaves the money with the shop, and may be tried again', async () => {
  const intent = await givenPaid(sandbox, CARDS.refundFails);
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  expect(refund.status).toBe('succeeded');
  await expect.poll(() => readStatus(refund), { timeout: 50_000 }).toBe('failed');
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    failure_reason: 'expired_or_canceled_card',
  });
  expect(await findCharge(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
  expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(2_000);
});

test('what was to happen later happens after a kill -9 too, and once', async () => {
  const one = await givenSandboxOfTest({ environment: { SANDBOX_OUTCOME_PAUSE: '1000' } });
  const intent = await givenPaid(one, CARDS.refundedLater);
  const refund = await one.stripe.refunds.create({ payment_intent: intent.id });
  await one.kill();
  const [two, three] = await Promise.all([
    givenSandboxOfTest({ folder: one.folder, environment }),
    givenSandboxOfTest({ folder: one.folder, environment }),
  ]);
  const status = async () => (await two.stripe.refunds.retrieve(refund.id)).status;
  await expect.poll(status, { timeout: 50_000 }).toBe('succeeded');
  expect(three.output() + two.output()).not.toContain('could not be done');
});

test('what cannot be refunded is refused in the provider’s words', async () => {
  const unpaid = await givenIntent(sandbox);
  const uncharged = {
    statusCode: 400,
    message: `This PaymentIntent (${unpaid.id}) does not have a successful charge to refund.`,
  };
  await expect(stripe.refunds.create({ payment_intent: unpaid.id })).rejects.toMatchObject(uncharged);
  await confirmInBrowser(sandbox, unpaid, CARDS.declined);
  await expect(stripe.refunds.create({ payment_intent: unpaid.id })).rejects.toMatchObject(uncharged);
  const refusals: [Stripe.RefundCreateParams, object][] = [
    [{ payment_intent: 'pi_nobody' }, { statusCode: 400, code: 'resource_missing', param: 'payment_intent' }],
    [{}, { code: 'parameter_missing', param: 'payment_intent' }],
    [{ payment_intent: unpaid.id, amount: 0 }, { code: 'parameter_invalid_integer' }],
    [{ payment_intent: unpaid.id, reason: 'bored' }, { param: 'reason' }],
  ];
  for (const [parameters, error] of refusals)
    await expect(stripe.refunds.create(parameters)).rejects.toMatchObject(error);
  await expect(stripe.refunds.retrieve('re_nobody')).rejects.toMatchObject({
    statusCode: 404,
    message: "No such refund: 're_nobody'",
  });
});

test('refunds are listed newest first, in pages, by intent and time', async () => {
  const intent = await givenPaid(sandbox);
  const made: string[] = [];
  for (let part = 0; part < 5; part += 1)
    made.unshift((await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })).id);
  const listIds = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

  const first = await stripe.refunds.list({ limit: 2 });
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/refunds' });
  expect(listIds(first)).toEqual(made.slice(0, 2));
  expect(listIds(await stripe.refunds.list({ limit: 2, starting_after: made[1] ?? '' }))).toEqual(
    made.slice(2, 4),
  );

  expect(listIds(await stripe.refunds.list({ payment_intent: intent.id }))).toEqual(made);
  const soon = Math.floor(Date.now() / 1000) + 60;
  expect(listIds(await stripe.refunds.list({ created: { gte: soon } }))).toEqual([]);
  expect(listIds(await stripe.refunds.list({ created: { lt: soon }, payment_intent: intent.id }))).toEqual(
    made,
  );
});
