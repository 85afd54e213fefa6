/** The card sandbox's disputes: opened by the card's holder, answered by the shop, decided by the bank. */
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  CARDS,
  type CardFields,
  confirmInBrowser,
  givenIntent,
  givenPaid,
  givenSandbox,
  SECRET_KEY,
} from '../testing/sandbox.ts';

const sandbox = await givenSandbox({ environment: { SANDBOX_OUTCOME_PAUSE: '300' } });
const { stripe } = sandbox;

const soon = { timeout: 50_000, interval: 50 };

async function listDisputes(intent: { id: string }): Promise<Stripe.Dispute[]> {
  return (await stripe.disputes.list({ payment_intent: intent.id })).data;
}

/** A disputed charge. */
async function givenDispute(card: CardFields = CARDS.disputed): Promise<Stripe.Dispute> {
  const intent = await givenPaid(sandbox, card);
  await expect.poll(async () => (await listDisputes(intent)).length, soon).toBe(1);
  const [dispute] = await listDisputes(intent);
  if (!dispute) throw new Error('There is no dispute.');
  return dispute;
}

async function readStatus(dispute: { id: string }): Promise<string> {
  return (await stripe.disputes.retrieve(dispute.id)).status;
}

async function listEventTypes(dispute: { id: string }): Promise<string[]> {
  const { data } = await stripe.events.list({ type: 'charge.dispute.*', limit: 100 });
  return data
    .filter((event) => (event.data.object as { id?: string }).id === dispute.id)
    .map(({ type }) => type)
    .toReversed();
}

test('a charge with such a card succeeds first, and is disputed afterwards', async () => {
  const intent = await givenIntent(sandbox);
  expect((await confirmInBrowser(sandbox, intent, CARDS.disputed)).body.status).toBe('succeeded');
  expect(await listDisputes(intent)).toEqual([]);
  await expect.poll(async () => (await listDisputes(intent)).length, soon).toBe(1);

  const [dispute] = await listDisputes(intent);
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 2_000,
    currency: 'usd',
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [{ type: 'adjustment', amount: -2_000 }],
    evidence_details: { has_evidence: false, submission_count: 0 },
  });
  expect(dispute?.id).toMatch(/^du_\w{24}$/);
  const { data } = await stripe.charges.list({ payment_intent: intent.id });
  const charge = { id: dispute?.charge, disputed: true, paid: true, refunded: false, amount_refunded: 0 };
  expect(data).toMatchObject([charge]);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  expect(await listEventTypes(dispute ?? { id: '' })).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ]);
});

test('what is disputed cannot be refunded as well; what was refunded is not disputed again', async () => {
  const { charge, payment_intent } = await givenDispute();
  await expect(stripe.refunds.create({ payment_intent: String(payment_intent) })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'charge_disputed',
    message: `Charge ${String(charge)} has been charged back; cannot issue a refund.`,
  });

  const whole = await givenPaid(sandbox, CARDS.disputed);
  await stripe.refunds.create({ payment_intent: whole.id });
  const part = await givenPaid(sandbox, CARDS.disputed);
  await stripe.refunds.create({ payment_intent: part.id, amount: 500 });
  await expect.poll(async () => (await listDisputes(part))[0]?.amount, soon).toBe(1_500);
  expect(await listDisputes(whole)).toEqual([]);
});

test.each([
  ['winning_evidence', 'won', [-2_000, 2_000], ['charge.dispute.funds_reinstated', 'charge.dispute.closed']],
  ['losing_evidence', 'lost', [-2_000], ['charge.dispute.closed']],
])('with %s the dispute is %s', async (uncategorized_text, outcome, amounts, events) => {
  const dispute = await givenDispute();
  const answered = await stripe.disputes.update(dispute.id, {
    evidence: { uncategorized_text, customer_name: 'Ada Lovelace' },
  });
  expect(answered).toMatchObject({
    status: 'under_review',
    evidence: { uncategorized_text, customer_name: 'Ada Lovelace', receipt: null },
    evidence_details: { has_evidence: true, submission_count: 1, submission_method: 'manual' },
  });
  await expect.poll(() => readStatus(dispute), soon).toBe(outcome);
  const closed = await stripe.disputes.retrieve(dispute.id);
  expect(closed.balance_transactions.map(({ amount }) => amount)).toEqual(amounts);
  expect(closed.balance_transactions.reduce((sum, { net }) => sum + net, 0)).toBe(
    outcome === 'won' ? 0 : -3_500,
  );
  expect((await listEventTypes(dispute)).slice(2)).toEqual(['charge.dispute.updated', ...events]);
  await expect(
    stripe.disputes.update(dispute.id, { evidence: { product_description: 'RAM' } }),
  ).rejects.toMatchObject({ statusCode: 400 });
});

test('evidence that the bank does not understand stays under review', async () => {
  const dispute = await givenDispute();
  const evidence = { product_description: 'RAM', uncategorized_text: '' };
  expect(await stripe.disputes.update(dispute.id, { evidence })).toMatchObject({
    status: 'under_review',
    evidence: { product_description: 'RAM', uncategorized_text: null },
  });
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(await readStatus(dispute)).toBe('under_review');
});

test('disputes are listed, and unknown ones are 404', async () => {
  const dispute = await givenDispute({ number: '4000000000002685' });
  const { data, url } = await stripe.disputes.list({ limit: 1 });
  expect(url).toBe('/v1/disputes');
  expect(data).toMatchObject([{ id: dispute.id, reason: 'product_not_received' }]);
  const before = await stripe.disputes.list({ starting_after: dispute.id, limit: 100 });
  expect(before.data.map(({ id }) => id)).not.toContain(dispute.id);
  await expect(stripe.disputes.retrieve('du_nobody')).rejects.toMatchObject({
    statusCode: 404,
    message: "No such dispute: 'du_nobody'",
  });
  await expect(
    stripe.rawRequest('POST', `/v1/disputes/${dispute.id}`, { evidence: { rumour: 'x' } }),
  ).rejects.toMatchObject({ statusCode: 400 });
});

test('in a past that is made, a charge and its dispute have the times that were said, and nobody is told', async () => {
  const intent = await givenIntent(sandbox);
  const answer = await fetch(`http://127.0.0.1:${sandbox.port}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'sandbox-clock': '1700000000+86400' },
    body: new URLSearchParams({ payment_method: 'pm_card_createDispute' }),
  });
  expect(answer.status).toBe(200);
  const [dispute] = await listDisputes(intent);
  expect(dispute).toMatchObject({ created: 1_700_086_400, status: 'needs_response' });
  const charges = await stripe.charges.list({ payment_intent: intent.id });
  expect(charges.data.map(({ created }) => created)).toEqual([1_700_000_000]);
  const { data } = await stripe.events.list({ created: { lte: 1_700_086_400 }, limit: 100 });
  expect(data.map((event) => event.pending_webhooks)).toEqual(data.map(() => 0));
});

test('a cleared ledger has no payments, and the same account', async () => {
  const account = await stripe.accounts.retrieveCurrent();
  await stripe.rawRequest('POST', '/sandbox/clear', {});
  const lists = [stripe.charges, stripe.disputes, stripe.events, stripe.refunds];
  for (const list of lists) expect((await list.list()).data).toEqual([]);
  expect((await stripe.accounts.retrieveCurrent()).id).toBe(account.id);
});
