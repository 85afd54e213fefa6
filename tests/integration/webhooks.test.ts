/** The door for the card provider's events: only what it has signed comes in, and each event counts once. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answered, givenOrder, givenPerson, type Person } from '../support/given.ts';
import { countEventJobs } from '../support/jobs.ts';
import { givenShop, type TestShop, testWebhookSecrets } from '../support/shop.ts';
import { givenSignedEvent, type SignedEvent } from '../support/signed-events.ts';

const shop = givenShop();
/** A second process's worth, on the same database. */
const secondShop = givenShop({ beside: shop });

let buyer: Person;
beforeAll(async () => {
  buyer = await givenPerson(shop);
});

const received = { status: 200, body: { received: true } };
const refused = {
  status: 400,
  body: {
    refused: 'event-not-genuine',
    detail: 'This event does not carry a signature of the card provider.',
  },
};

describe('an event', () => {
  test.each(testWebhookSecrets)('signed with %s, one of the shop’s secrets, is taken in', async (secret) => {
    expect(await send(givenSignedEvent({ type: 'customer.created', secret }))).toMatchObject(received);
  });

  test('signed with another secret is refused', async () => {
    const event = givenSignedEvent({ type: 'customer.created', secret: 'whsec_ofSomebodyElse' });
    await expectRefused(event);
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
  ])('that was signed %d seconds ago is answered %o', async (seconds, answer) => {
    const signedAt = new Date(Date.now() - seconds * 1000);
    expect(await send(givenSignedEvent({ type: 'customer.created', signedAt }))).toMatchObject(answer);
  });

  test('with the time of its signature changed is refused', async () => {
    const event = givenSignedEvent({
      type: 'customer.created',
      signedAt: new Date(Date.now() - 3_600_000),
    });
    const signature = event.headers['stripe-signature'] ?? '';
    const now = signature.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000)}`);
    await expectRefused({ ...event, headers: { 'stripe-signature': now } });
  });

  test.each(['', 'nonsense', 't=1,v1=', `t=${Math.floor(Date.now() / 1000)}`, 'v1=abc', '✓'])(
    'with “%s” for a signature is refused',
    async (signature) => {
      const event = givenSignedEvent({ type: 'customer.created' });
      await expectRefused({ ...event, headers: { 'stripe-signature': encodeURI(signature) } });
    },
  );

  test('without a signature is refused, whatever it says', async () => {
    await expectRefused({ ...givenSignedEvent({ type: 'customer.created' }), headers: {} });
  });

  test('that is no JSON is refused even when it is signed', async () => {
    const event = givenSignedEvent({ type: 'customer.created' });
    await expectRefused(event, 'not json');
  });
});

describe('an event that comes again', () => {
  test('at the same moment, to two processes, asks for its work once', async () => {
    const order = await givenOrder(shop, buyer);
    const object = { object: 'payment_intent', id: 'pi_again', metadata: { orderId: order._id } };
    const event = givenSignedEvent({ type: 'payment_intent.succeeded', object });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(event, index % 2 ? shop : secondShop)),
    );
    for (const answer of answers) expect(answer).toMatchObject(received);
    expect(await send(event)).toMatchObject(received);
    expect(await countEventJobs(shop.db, 'pi_again')).toBe(1);
  });

  test('with other content under the same id counts no more', async () => {
    const first = givenSignedEvent({ type: 'customer.created' });
    const { id } = first.body as { id: string };
    await send(first);
    const object = { object: 'payment_intent', id: 'pi_second', metadata: {} };
    await send(givenSignedEvent({ id, type: 'payment_intent.succeeded', object }));
    expect(await countEventJobs(shop.db, 'pi_second')).toBe(0);
  });

  test('of a kind that the shop does not act on is taken in and asks for nothing', async () => {
    expect(await send(givenSignedEvent({ type: 'customer.created' }))).toMatchObject(received);
    expect(await countEventJobs(shop.db, 'cus_1')).toBe(0);
  });
});

async function send(event: SignedEvent, to: TestShop = shop, payload?: string): Promise<Answered> {
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
