/** The door for the card provider's events: only what it has signed comes in, and each event counts once. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ApiResponse, givenOrder } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { countEventJobs, givenShop, type TestShop, testWebhookSecrets } from '../support/shop.ts';
import { givenSignedEvent, type SignedEvent, signEvent } from '../support/signed-events.ts';

const shop = await givenShop();
/** A second process's worth, on the same database. */
const secondShop = await givenShop({ beside: shop });

const { buyer } = await givenPeople(shop, { buyer: {} });
const received = { status: 200, body: { received: true } };
const refused = {
  status: 400,
  body: {
    refused: 'event-not-genuine',
    detail: 'This event does not carry a signature of the card provider.',
  },
};

describe('an event', () => {
  const time = /^t=\d+/;
  const now = () => Math.floor(Date.now() / 1000);

  test.each(testWebhookSecrets)('signed with %s, one of the shop’s secrets, is accepted', async (secret) => {
    expect(await send(givenSignedEvent({ secret }))).toMatchObject(received);
  });

  test('with one byte changed, or one added, is refused', async () => {
    const { body, ...event } = givenSignedEvent({ type: 'payment_intent.succeeded' });
    const text = JSON.stringify(body);
    for (const payload of [text.replace('succeeded', 'Succeeded'), `${text} `, text.slice(0, -1), '']) {
      await expectRefused({ ...event, body }, payload);
    }
  });

  test.each([
    [299, received],
    [302, refused],
    [86_400, refused],
    [-30, received], // clocks differ a little
    [-90, refused],
    [-86_400, refused],
  ])('that was signed %d seconds ago is answered %o', async (seconds, answer) => {
    const signedAt = new Date(Date.now() - seconds * 1000);
    expect(await send(givenSignedEvent({ signedAt }))).toMatchObject(answer);
  });

  test.each<[string, () => SignedEvent]>([
    ['of another secret', () => givenSignedEvent({ secret: 'whsec_ofSomebodyElse' })],
    [
      'with another time',
      () => spoilSignature(-3_600_000, (signature) => signature.replace(time, `t=${now()}`)),
    ],
    ['of the future', () => spoilSignature(3_600_000, (signature) => `t=${now()},${signature}`)],
    [
      'of the future, with a space',
      () => spoilSignature(3_600_000, (signature) => signature.replace(time, '$& ')),
    ],
    [
      'of the future, with a letter',
      () => spoilSignature(3_600_000, (signature) => signature.replace(time, '$&x')),
    ],
    ...['', 'nonsense', 't=1,v1=', `t=${now()}`, 'v1=abc', '✓'].map(
      (signature): [string, () => SignedEvent] => [
        `“${signature}”`,
        () => spoilSignature(0, () => encodeURI(signature)),
      ],
    ),
  ])('with a signature %s is refused', async (_, makeEvent) => {
    await expectRefused(makeEvent());
  });

  test('without a signature is refused, whatever it says', async () => {
    await expectRefused({ ...givenSignedEvent(), headers: {} });
  });
});

describe('an event that is signed', () => {
  const malformed = {
    status: 400,
    body: { refused: 'event-malformed', detail: 'This event is signed, but it cannot be read.' },
  };
  const intent = { object: 'payment_intent', id: 'pi_1', metadata: {} };
  const event = { object: 'event', type: 'payment_intent.succeeded', created: 1_700_000_000 };
  const about = (object: unknown) => ({ ...event, data: { object } });

  test.each<[string, object]>([
    ['a payment without metadata', about({ object: 'payment_intent', id: 'pi_1' })],
    ['a payment whose metadata is null', about({ ...intent, metadata: null })],
    ['a payment whose metadata is a list', about({ ...intent, metadata: ['orderId'] })],
    ['a payment whose order is no id', about({ ...intent, metadata: { orderId: 'x\u0000\ud800' } })],
    ['a payment whose order is a number', about({ ...intent, metadata: { orderId: 7 } })],
    ['a charge without a payment', about({ object: 'charge', id: 'ch_1', payment_intent: null })],
    ['a charge without metadata', about({ object: 'charge', id: 'ch_1', payment_intent: 'pi_1' })],
    ['a charge with its whole payment', about({ object: 'charge', id: 'ch_1', payment_intent: intent })],
    ['a refund without a payment', about({ object: 'refund', id: 're_1' })],
    ['a dispute without a payment', about({ object: 'dispute', id: 'du_1' })],
    ['something that the shop does not know', about({ object: 'invoice' })],
    ['of another interface of the provider’s', { type: 'v2.x', object: 'v2.core.event', created: 'now' }],
  ])('and about %s is taken in', async (_, body) => {
    expect(await send(signEvent({ ...body, id: `evt_${randomUUID()}` }))).toMatchObject(received);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['a list', []],
    ['nothing in it', {}],
    ['no id', { ...about(intent), id: undefined }],
    ['an id that is no text', { ...about(intent), id: 7 }],
    ['an id that no database keeps', { ...about(intent), id: 'evt_\u0000' }],
    ['an id without end', { ...about(intent), id: `evt_${'x'.repeat(300)}` }],
    ['no type', { ...about(intent), type: undefined }],
    ['no time', { ...about(intent), created: undefined }],
    ['a time that no calendar has', { ...about(intent), created: 1e300 }],
    ['no data', event],
    ['data that are null', { ...event, data: null }],
    ['no object', { ...event, data: {} }],
    ['an object that is null', about(null)],
    ['an object that is a text', about('pi_1')],
    ['an object of no kind', about({ id: 'pi_1' })],
    ['a payment without an id', about({ object: 'payment_intent', metadata: {} })],
    ['a payment whose id is a list', about({ ...intent, id: ['pi_1'] })],
    ['a payment whose id no database keeps', about({ ...intent, id: 'pi_\u0000' })],
    ['a charge whose payment is a number', about({ object: 'charge', id: 'ch_1', payment_intent: 7 })],
    ['a refund whose payment has no id', about({ object: 'refund', id: 're_1', payment_intent: {} })],
  ])('but has %s is refused as malformed', async (_, body) => {
    const hasId = typeof body === 'object' && body !== null && 'type' in body;
    const whole = hasId ? { id: `evt_${randomUUID()}`, ...body } : body;
    expect(await send(signEvent(whole as object))).toMatchObject(malformed);
  });

  test('but is no JSON is refused as malformed', async () => {
    const payload = '{"id":';
    expect(await send(signEvent({}, { payload }), shop, payload)).toMatchObject(malformed);
  });
});

describe('an event that comes again', () => {
  test('at the same moment, to two processes, enqueues its job once', async () => {
    const order = await givenOrder(shop, buyer);
    const object = { object: 'payment_intent', id: 'pi_again', metadata: { orderId: order._id } };
    const event = givenSignedEvent({ type: 'payment_intent.succeeded', object });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(event, index % 2 ? shop : secondShop)),
    );
    for (const answer of answers) expect(answer).toMatchObject(received);
    expect(await send(event)).toMatchObject(received);
    expect((await countEventJobs(shop.db)).get('pi_again')).toBe(1);
  });

  test('with other content under the same id is ignored', async () => {
    const first = givenSignedEvent();
    const { id } = first.body as { id: string };
    await send(first);
    const object = { object: 'payment_intent', id: 'pi_second', metadata: {} };
    await send(givenSignedEvent({ id, type: 'payment_intent.succeeded', object }));
    expect((await countEventJobs(shop.db)).has('pi_second')).toBe(false);
  });

  test('of a type that the shop ignores is accepted and enqueues nothing', async () => {
    expect(await send(givenSignedEvent())).toMatchObject(received);
    expect((await countEventJobs(shop.db)).has('cus_1')).toBe(false);
  });
});

/** An event that is signed so much later than now, with its signature changed. */
function spoilSignature(laterMs: number, change: (signature: string) => string): SignedEvent {
  const event = givenSignedEvent({ signedAt: new Date(Date.now() + laterMs) });
  return { ...event, headers: { 'stripe-signature': change(event.headers['stripe-signature'] ?? '') } };
}

async function send(event: SignedEvent, to: TestShop = shop, payload?: string): Promise<ApiResponse> {
  const answer = await to.app.inject({
    method: 'POST',
    url: event.url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...event.headers },
    payload: payload ?? JSON.stringify(event.body),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function expectRefused(event: SignedEvent, payload?: string): Promise<void> {
  expect(await send(event, shop, payload)).toMatchObject(refused);
  const { id } = event.body as { id: string };
  expect(await shop.db.selectFrom('webhook_events').select('id').where('id', '=', id).execute()).toEqual([]);
}
