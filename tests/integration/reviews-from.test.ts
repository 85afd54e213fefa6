/** Whose reviews are shown, and in which order: those of people who have bought come first and say so. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { poolFields } from '#platform/database/connect.ts';
import { findShopRating } from '#reviews/database/reviews.ts';
import { rateParts } from '#reviews/use-cases/rate-parts.ts';
import { readMailedToken } from '../support/account-mails.ts';
import {
  ask,
  givenImage,
  givenPaidOrder,
  givenPart,
  givenPerson,
  type Person,
  personAt,
  refusal,
} from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop, readWebBuild, type TestShop } from '../support/shop.ts';

const web = await readWebBuild();
const shop = await givenShop();
const ofConfirmed = await givenShop({ beside: shop, reviewsFrom: 'confirmed', web });
const ofBuyers = await givenShop({ beside: shop, reviewsFrom: 'buyers' });

const post = (person: Person, body: object = {}) =>
  person.ask('POST', '/api/user_rating', { review: 'Good.', rating: 4, img, ...body });
const shownBy = async (at: TestShop, query = '') => (await ask(at, 'GET', `/api/ratings?${query}`)).body;
const namesAt = async (at: TestShop) => (await shownBy(at)).map(({ name }) => name);

const img = await givenImage(shop);
const people = await givenPeople(shop, {
  early: { name: 'Early' },
  buyer: { name: 'Buyer' },
  stranger: { name: 'Stranger', isConfirmed: false },
  late: { name: 'Late' },
});
await givenPaidOrder(shop, people.buyer);
for (const [rating, person] of [people.buyer, people.early, people.stranger, people.late].entries())
  expect((await post(person, { rating: rating + 1 })).status).toBe(200);

test('reviews of people who have bought come first and are marked, on every page of the list', async () => {
  await givenPaidOrder(shop, people.early);
  const listed = await shownBy(shop);
  expect(listed.map(({ name, bought }) => [name, bought])).toEqual([
    ['Early', true],
    ['Buyer', true],
    ['Late', false],
    ['Stranger', false],
  ]);
  const paged: string[] = [];
  let url = '/api/ratings?limit=1';
  while (url) {
    const { body, headers } = await ask(shop, 'GET', url as '/api/ratings');
    paged.push(...body.map(({ name }) => name));
    url = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1] ?? '';
  }
  expect(paged).toEqual(['Early', 'Buyer', 'Late', 'Stranger']);
});

test('a review of a part is marked while its author keeps that part', async () => {
  const [part, other] = [await givenPart(shop), await givenPart(shop)];
  const order = await givenPaidOrder(shop, people.late, part);
  await givenPaidOrder(shop, people.late, other);
  await post(people.late, { partsId: part });
  expect(await shownBy(shop, `partsId=${part}`)).toMatchObject([{ bought: true }]);
  const admin = await givenPerson(shop, { role: 'admin' });
  await admin.ask('POST', '/api/refunds', { orderId: order._id, reason: 'It was broken.' });
  expect(await shownBy(shop, `partsId=${part}`)).toMatchObject([{ bought: false }]);
  const readRating = async () =>
    (await shop.db.selectFrom('parts').select('rating_tenths').where('id', '=', part).executeTakeFirst())
      ?.rating_tenths;
  expect(await readRating()).toBe(40);
  expect(await rateParts(shop, { from: 'buyers' })).toBe(1);
  expect(await readRating()).toBeNull();
  expect(await rateParts(shop, { from: 'buyers' })).toBe(0);
});

test('a shop that shows the reviews of confirmed people shows one to its author alone until the address is confirmed, and then to all, on kept pages too', async () => {
  const { stranger } = people;
  const home = async () => (await ask(ofConfirmed, 'GET', '/')).body;
  expect(await home()).not.toContain('Stranger');
  expect(await namesAt(ofConfirmed)).not.toContain('Stranger');
  expect(await findShopRating(shop.db, 'confirmed')).not.toBe(await findShopRating(shop.db, 'anyone'));
  const mine = await personAt(ofConfirmed, stranger).ask('GET', '/api/my_ratings');
  expect(mine.body).toMatchObject([{ review: { name: 'Stranger' }, missing: 'confirmed-address' }]);

  const waiting = await waitingAt(ofConfirmed);
  expect(waiting).toEqual(['Stranger']);

  const announcements = await hearAnnouncements();
  const token = await readMailedToken(shop, stranger.email);
  expect((await ask(ofConfirmed, 'GET', `/api/identity/verify-email?token=${token}`)).status).toBe(200);
  await expect.poll(announcements.count).toBe(1);
  await announcements.close();
  expect(await namesAt(ofConfirmed)).toContain('Stranger');
  expect(await waitingAt(ofConfirmed)).toEqual([]);
  await expect.poll(home, { timeout: 20_000 }).toContain('Stranger');
  const later = await personAt(ofConfirmed, stranger).ask('GET', '/api/my_ratings');
  expect(later.body).toMatchObject([{ missing: null }]);
});

test('a shop that takes the reviews of buyers refuses those of others, and does not show what they wrote before', async () => {
  expect(await namesAt(ofBuyers)).not.toContain('Stranger');
  const { ask: askAsStranger } = personAt(ofBuyers, people.stranger);
  const body = { review: 'Good.', rating: 5, img };
  expect(await askAsStranger('POST', '/api/user_rating', body)).toMatchObject(refusal(409, 'nothing-bought'));
  expect((await askAsStranger('GET', '/api/my_ratings')).body).toMatchObject([{ missing: 'purchase' }]);
  expect((await personAt(ofBuyers, people.buyer).ask('POST', '/api/user_rating', body)).status).toBe(200);
  expect(await namesAt(ofBuyers)).toContain('Buyer');
});

test('reviews that are not shown yet are listed for administrators alone, of the shop and of parts, and can be hidden', async () => {
  expect(await waitingAt(shop)).toEqual([]); // anyone's are shown there
  const hasty = await givenPerson(shop, { name: 'Hasty', isConfirmed: false });
  expect((await post(hasty)).status).toBe(200);
  const part = await givenPart(shop);
  await givenPaidOrder(shop, hasty, part);
  expect((await post(hasty, { partsId: part })).status).toBe(200);
  const url = '/api/ratings?status=waiting';
  expect(await ask(ofConfirmed, 'GET', url)).toMatchObject({ status: 403, body: { refused: 'not-allowed' } });
  expect((await personAt(ofConfirmed, hasty).ask('GET', url)).status).toBe(403);

  const admin = personAt(ofConfirmed, await givenPerson(shop, { role: 'admin' }));
  const listed = (await admin.ask('GET', url)).body;
  expect(listed.map(({ name, partsId }) => [name, partsId])).toEqual([
    ['Hasty', part],
    ['Hasty', null],
  ]);
  await admin.ask('PATCH', `/api/ratings/${listed[0]?._id}`, { hidden: true });
  expect((await admin.ask('GET', url)).body).toMatchObject([{ name: 'Hasty', partsId: null }]);
});

/** Whose reviews an administrator finds among those that are not shown yet. */
async function waitingAt(other: TestShop): Promise<string[]> {
  const admin = personAt(other, await givenPerson(shop, { role: 'admin' }));
  const { body } = await admin.ask('GET', '/api/ratings?status=waiting');
  return body.map(({ name }) => name);
}

/** What tells every process that its kept pages are old. */
async function hearAnnouncements() {
  const client = new pg.Client(poolFields(shop.address));
  let announcements = 0;
  client.on('notification', () => {
    announcements += 1;
  });
  await client.connect();
  await client.query('listen compact_catalogue');
  return { count: () => announcements, close: () => client.end() };
}
