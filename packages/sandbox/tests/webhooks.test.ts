/** The card sandbox's webhooks: signatures, retries, and deliveries that tests hold. */
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { givenIntent, givenPaid, givenSandboxOfTest, type Sandbox } from '../testing/sandbox.ts';
import {
  changeDeliveries,
  type Receiver,
  sendEvent,
  startReceiver,
  waitingDeliveries,
} from '../testing/webhooks.ts';

const CREATED = 'payment_intent.created';
const PAID = [CREATED, 'charge.succeeded', 'payment_intent.succeeded'];
const quick = { timeout: 50_000, interval: 20 };

type Receiving = { sandbox: Sandbox; receiver: Receiver; webhook: Stripe.WebhookEndpoint };

/** A sandbox that sends its events to a server, with short pauses between retries. */
async function givenTold(environment: NodeJS.ProcessEnv = {}): Promise<Receiving> {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const sandbox = await givenSandboxOfTest({
    environment: { SANDBOX_RETRY_PAUSE: '50', SANDBOX_OUTCOME_PAUSE: '200', ...environment },
  });
  const { url } = receiver;
  const webhook = await sandbox.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] });
  return { sandbox, receiver, webhook };
}

function arrived({ receiver }: Receiving, subject: string): () => string[] {
  return () => receiver.typesOf(subject).toSorted();
}

test('the official client accepts what is sent, and nothing else', async () => {
  const receiving = await givenTold();
  const { webhooks } = receiving.sandbox.stripe;
  const intent = await givenPaid(receiving.sandbox);
  await expect.poll(arrived(receiving, intent.id), quick).toEqual(PAID.toSorted());

  const secret = receiving.webhook.secret ?? '';
  expect(secret).toMatch(/^whsec_\w{32}$/);
  const [delivery] = receiving.receiver.deliveries;
  if (!delivery) throw new Error('Nothing was delivered.');
  const { body, signature } = delivery;
  const event = webhooks.constructEvent(body, signature, secret);
  expect(event).toMatchObject({ object: 'event', type: CREATED, data: { object: { id: intent.id } } });
  expect(webhooks.constructEvent(Buffer.from(body), signature, secret)).toEqual(event);

  const refused = Stripe.errors.StripeSignatureVerificationError;
  const changed = body.replace('"amount": 2000', '"amount": 1');
  expect(changed).not.toBe(body);
  expect(() => webhooks.constructEvent(changed, signature, secret)).toThrow(refused);
  expect(() => webhooks.constructEvent(`${body} `, signature, secret)).toThrow(refused);
  expect(() => webhooks.constructEvent(body, signature, 'whsec_somebody_elses')).toThrow(refused);
  expect(() => webhooks.constructEvent(body, signature.replace(/v1=.*/, 'v1=00'), secret)).toThrow(refused);

  const later = Date.now() + 301_000;
  const check = (tolerance: number, receivedAt: number) => () =>
    webhooks.constructEvent(body, signature, secret, tolerance, undefined, receivedAt);
  expect(check(300, later)).toThrow('Timestamp outside the tolerance zone');
  expect(check(300, Date.now() + 200_000)).not.toThrow();
  // The time is signed with the body, so an old event cannot get a new one.
  const younger = signature.replace(/t=\d+/, `t=${Math.floor(later / 1000)}`);
  expect(() => webhooks.constructEvent(body, younger, secret)).toThrow(refused);
});

test('each event arrives once, and says so when it has', async () => {
  const receiving = await givenTold();
  const intents = await Promise.all(Array.from({ length: 8 }, () => givenPaid(receiving.sandbox)));
  for (const { id } of intents) await expect.poll(arrived(receiving, id), quick).toEqual(PAID.toSorted());
  const pending = async () => {
    const { data } = await receiving.sandbox.stripe.events.list({ limit: 100 });
    return data.map((event) => event.pending_webhooks);
  };
  await expect.poll(pending, quick).toEqual(Array.from({ length: 24 }, () => 0));
  expect(await waitingDeliveries(receiving.sandbox.stripe, receiving.webhook)).toBe(0);
  expect(receiving.receiver.deliveries).toHaveLength(24);
});

test('the secret can be agreed upon beforehand; otherwise each endpoint has its own, shown once', async () => {
  const secret = 'whsec_agreed_upon_before';
  const agreed = await givenTold({ SANDBOX_WEBHOOK_SECRET: secret });
  expect(agreed.webhook.secret).toBe(secret);

  const { stripe } = (await givenTold()).sandbox;
  const one = await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/a', enabled_events: ['*'] });
  const two = await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/b', enabled_events: ['*'] });
  expect(one.secret).not.toBe(two.secret);
  for (const shown of (await stripe.webhookEndpoints.list()).data) expect(shown).not.toHaveProperty('secret');
});

test('a secret that is agreed upon anew signs beside the old one', async () => {
  const receiving = await givenTold({ SANDBOX_WEBHOOK_SECRET: 'whsec_old' });
  await receiving.sandbox.stop();
  const environment = { SANDBOX_WEBHOOK_SECRET: 'whsec_new' };
  const again = await givenSandboxOfTest({ folder: receiving.sandbox.folder, environment });
  const intent = await givenIntent(again);
  await expect.poll(arrived(receiving, intent.id), quick).toEqual([CREATED]);
  const { body, signature } = receiving.receiver.deliveries[0] ?? { body: '', signature: '' };
  const check = (secret: string) => () => again.stripe.webhooks.constructEvent(body, signature, secret);
  expect(check('whsec_old')).not.toThrow();
  expect(check('whsec_new')).not.toThrow();
  expect(check('whsec_other')).toThrow();
});

test.each([
  { how: 'was down', status: 200 },
  { how: 'answered with an error', failure: 500, status: 200 },
  { how: 'sent elsewhere', failure: 302, status: 204 },
])('what a server that $how has not taken is sent again until it does', async ({ failure, status }) => {
  const receiving = await givenTold();
  if (failure) receiving.receiver.status = failure;
  else await receiving.receiver.close();
  const intent = await givenIntent(receiving.sandbox);
  const event = async () => (await receiving.sandbox.stripe.events.list({ limit: 1 })).data[0];
  // Until three attempts are over, with pauses of 50 and 100 ms.
  await new Promise((resolve) => setTimeout(resolve, 600));
  if (failure) await expect.poll(() => receiving.receiver.deliveries.length, quick).toBeGreaterThanOrEqual(3);
  expect(await event()).toMatchObject({ type: CREATED, pending_webhooks: 1 });
  const tries = receiving.receiver.deliveries.length;

  receiving.receiver.status = status;
  if (!failure) await receiving.receiver.open();
  await expect.poll(async () => (await event())?.pending_webhooks, quick).toBe(0);
  expect(receiving.receiver.typesOf(intent.id).length).toBe(tries + 1);
  const { body, signature } = receiving.receiver.deliveries.at(-1) ?? { body: '', signature: '' };
  expect(() =>
    receiving.sandbox.stripe.webhooks.constructEvent(body, signature, receiving.webhook.secret ?? ''),
  ).not.toThrow();
});

test('what was not delivered survives kill -9', async () => {
  const receiving = await givenTold();
  await receiving.receiver.close();
  const intents = await Promise.all(Array.from({ length: 5 }, () => givenPaid(receiving.sandbox)));
  await receiving.sandbox.kill();
  await receiving.receiver.open();
  await givenSandboxOfTest({ folder: receiving.sandbox.folder });
  for (const { id } of intents) await expect.poll(arrived(receiving, id), quick).toEqual(PAID.toSorted());
});

test('what was on its way when the sandbox was killed is sent again', async () => {
  const receiving = await givenTold();
  receiving.receiver.status = undefined;
  const intent = await givenIntent(receiving.sandbox);
  await expect.poll(arrived(receiving, intent.id), quick).toEqual([CREATED]);
  await receiving.sandbox.kill();
  receiving.receiver.status = 200;
  await givenSandboxOfTest({ folder: receiving.sandbox.folder });
  await expect.poll(arrived(receiving, intent.id), quick).toEqual([CREATED, CREATED]);
});

test('deliveries in flight finish when the sandbox stops', async () => {
  const receiving = await givenTold();
  receiving.receiver.status = undefined;
  const intent = await givenIntent(receiving.sandbox);
  await expect.poll(arrived(receiving, intent.id), quick).toEqual([CREATED]);
  const stopped = receiving.sandbox.stop();
  setTimeout(() => (receiving.receiver.status = 200), 300);
  expect(await stopped).toBe(0);
  const again = await givenSandboxOfTest({ folder: receiving.sandbox.folder });
  const { data } = await again.stripe.events.list();
  expect(data.map((event) => event.pending_webhooks)).toEqual([0]);
});

test('two sandboxes on one ledger send each event once, and one goes on when the other is killed', async () => {
  const receiving = await givenTold();
  const other = await givenSandboxOfTest({ folder: receiving.sandbox.folder });
  const intents = await Promise.all(
    Array.from({ length: 20 }, (_, index) => givenPaid(index % 2 ? other : receiving.sandbox)),
  );
  for (const { id } of intents) await expect.poll(arrived(receiving, id), quick).toEqual(PAID.toSorted());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(receiving.receiver.deliveries).toHaveLength(60);

  await receiving.receiver.close();
  const last = await givenIntent(receiving.sandbox);
  await receiving.sandbox.kill();
  await receiving.receiver.open();
  await expect.poll(arrived(receiving, last.id), quick).toEqual([CREATED]);
});

test('deliveries are held and let go', async () => {
  const receiving = await givenTold();
  const { stripe } = receiving.sandbox;
  expect(await changeDeliveries(stripe, receiving.webhook, { hold: true })).toBe(0);
  const intent = await givenPaid(receiving.sandbox);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(receiving.receiver.deliveries).toEqual([]);
  expect(await waitingDeliveries(stripe, receiving.webhook)).toBe(3);
  await changeDeliveries(stripe, receiving.webhook);
  await expect.poll(arrived(receiving, intent.id), quick).toEqual(PAID.toSorted());
});

test('events are sent by name: in any order, and again', async () => {
  const receiving = await givenTold();
  const { stripe } = receiving.sandbox;
  await changeDeliveries(stripe, receiving.webhook, { hold: true });
  const intent = await givenPaid(receiving.sandbox);
  const { data } = await stripe.events.list();
  const expected: string[] = [];
  for (const event of [...data, ...data.slice(0, 1)]) {
    await sendEvent(stripe, receiving.webhook, event.id);
    expected.push(event.type);
    await expect.poll(() => receiving.receiver.typesOf(intent.id), quick).toEqual(expected);
  }
  expect(expected).toEqual([...PAID.toReversed(), 'payment_intent.succeeded']);
  await expect.poll(() => waitingDeliveries(stripe, receiving.webhook), quick).toBe(0);
});

test('only who holds the secret key may say how deliveries are made', async () => {
  const { sandbox, webhook } = await givenTold();
  const path = `/sandbox/webhook_endpoints/${webhook.id}/deliveries`;
  const body = new URLSearchParams({ hold: 'true', key: 'pk_test_51TestsOfTheSandbox' });
  expect((await fetch(sandbox.origin + path, { method: 'POST', body })).status).toBe(401);
  expect((await fetch(sandbox.origin + path, { method: 'POST' })).status).toBe(401);
});

test('an endpoint receives the types that it subscribes to, while it exists', async () => {
  const { sandbox, receiver } = await givenTold();
  const { stripe } = sandbox;
  const other = await startReceiver();
  onTestFinished(other.close);
  const endpoint: Stripe.WebhookEndpoint = await stripe.webhookEndpoints.create({
    url: other.url,
    enabled_events: ['payment_intent.succeeded', 'charge.failed'],
    description: 'the other',
    metadata: { a: '1' },
  });
  expect(endpoint).toMatchObject({
    object: 'webhook_endpoint',
    url: other.url,
    enabled_events: ['payment_intent.succeeded', 'charge.failed'],
    status: 'enabled',
    description: 'the other',
    metadata: { a: '1' },
  });
  expect(endpoint.id).toMatch(/^we_\w{24}$/);
  const both = await stripe.webhookEndpoints.list();
  expect(both.data.map(({ url }) => url)).toEqual([other.url, receiver.url]);

  const first = await givenPaid(sandbox);
  await expect.poll(() => other.typesOf(first.id), quick).toEqual(['payment_intent.succeeded']);

  expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ id: endpoint.id, deleted: true });
  const second = await givenPaid(sandbox);
  await expect.poll(() => receiver.typesOf(second.id), quick).toHaveLength(3);
  expect(other.typesOf(second.id)).toEqual([]);
  await expect(stripe.webhookEndpoints.del(endpoint.id)).rejects.toMatchObject({ statusCode: 404 });
});

test('an endpoint without an address or with events that are none is refused', async () => {
  const { stripe } = (await givenTold()).sandbox;
  const create = (url: string, event: string) =>
    stripe.webhookEndpoints.create({ url, enabled_events: [event as '*'] });
  await expect(create('/webhooks', '*')).rejects.toMatchObject({ code: 'url_invalid', param: 'url' });
  await expect(create('http://127.0.0.1:9/', 'Everything!')).rejects.toMatchObject({
    param: 'enabled_events',
  });
  await expect(
    stripe.rawRequest('POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/' }),
  ).rejects.toMatchObject({ code: 'parameter_missing', param: 'enabled_events' });
});
