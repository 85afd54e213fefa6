/** Reviews: one a person and subject, by buyers where it is of a part, edited by their author, hidden by an administrator. */
import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { findShopRating } from '#reviews/database/reviews.ts';
import {
  ask,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  type Person,
  readRows,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { uploadPicture } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);

const img = await uploadPicture(buyer);

const ratings = async (query = '') => (await ask(shop, 'GET', `/api/ratings?${query}`)).body;
const post = (person: Person, body: object) =>
  person.ask('POST', '/api/user_rating', { review: 'Good.', rating: 4.5, img, ...body });

test('a review of the shop is listed with its author and counts in the average; a second one replaces it', async () => {
  const first = await post(buyer, { name: buyer.name, email: buyer.email, rating: '2.5' });
  expect(first).toMatchObject({ status: 200, body: { name: 'Bea Buyer', rating: 2.5, img, partsId: null } });
  expect(first.body.insertedId).toBe(first.body._id);
  expect(await findShopRating(shop.db, 'anyone')).toBe(2.5);
  const second = await post(buyer, { review: 'Better than I thought.', rating: 5 });
  expect(second.body).toMatchObject({ _id: first.body._id, postedAt: first.body.postedAt });
  const listed = await ratings();
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({ review: 'Better than I thought.', rating: 5, hidden: false });
  expect(JSON.stringify(listed)).not.toContain(buyer.email);
  await post(await givenPerson(shop), { rating: 4 });
  expect(await findShopRating(shop.db, 'anyone')).toBe(4.5);
});

test('many posts of one person at the same moment make one review', async () => {
  const person = await givenPerson(shop, { name: 'Hasty' });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((rating) => post(person, { rating })));
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  expect((await ratings()).filter(({ name }) => name === 'Hasty')).toHaveLength(1);
});

test('only who has bought and paid a part reviews it, and it is listed with the part alone', async () => {
  const part = await givenPart(shop);
  expect(await post(buyer, { partsId: part })).toMatchObject(
    refusal(409, 'part-not-bought', { errors: [{ path: 'partsId' }] }),
  );
  await givenOrder(shop, buyer, part);
  expect((await post(buyer, { partsId: part })).status).toBe(409);
  expect((await post(buyer, { partsId: randomUUIDv7() })).status).toBe(409);
  await givenPaidOrder(shop, buyer, part);
  const before = (await ratings()).length;
  expect((await post(buyer, { partsId: part, review: 'Fits.' })).status).toBe(200);
  expect(await ratings(`partsId=${part}`)).toMatchObject([{ review: 'Fits.', partsId: part }]);
  expect(await ratings()).toHaveLength(before);
});

test('nobody reviews in the name of another, or with an image from elsewhere or none', async () => {
  expect((await post(buyer, { name: 'Somebody Else' })).status).toBe(403);
  expect((await post(buyer, { email: 'else@example.com' })).status).toBe(403);
  for (const elsewhere of [
    'https://example.com/a.jpg',
    '/pictures/ssd-m2-640.jpg',
    '/images/../a-1x1-1.jpg',
    `/images/${'b'.repeat(40)}-400x300-400.jpg`,
  ]) {
    expect(await post(buyer, { img: elsewhere })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'img' }] },
    });
  }
});

test.each([
  [{ review: ' ' }, 'review', 'Add review'],
  [{ rating: '' }, 'rating', 'Rating is required'],
  [{ rating: undefined }, 'rating', 'Rating is required'],
  [{ rating: 0.5 }, 'rating', 'At least 1 is needed'],
  [{ rating: 5.5 }, 'rating', 'At most 5 is possible'],
  [{ rating: 3.3 }, 'rating', 'Half steps are possible'],
  [{ img: '' }, 'img', 'Upload Image'],
])('%o is refused at its field [S5.13 S5.14 S5.15 S5.16 S9.6]', async (body, path, message) => {
  expect((await post(buyer, body)).body.errors).toEqual([{ path, message }]);
});

test('a hidden review is neither listed nor counted, stays hidden when it is edited, and can be shown again', async () => {
  const author = await givenPerson(shop, { name: 'Rude' });
  const { body: review } = await post(author, { rating: 1 });
  const names = async (query: string) =>
    (await admin.ask('GET', `/api/ratings?${query}`)).body.map(({ name }) => name);
  const average = await findShopRating(shop.db, 'anyone');
  const hidden = await admin.ask('PATCH', `/api/ratings/${review._id}`, { hidden: true });
  expect(hidden.body).toMatchObject({ hidden: true, modifiedCount: 1 });
  expect(await findShopRating(shop.db, 'anyone')).not.toBe(average);
  expect(await names('')).not.toContain('Rude');
  expect(await names('status=hidden')).toEqual(['Rude']);
  expect((await buyer.ask('GET', '/api/ratings?status=hidden')).status).toBe(403);
  await post(author, { review: 'Again.' });
  expect(await names('')).not.toContain('Rude');
  const again = await admin.ask('PATCH', `/api/ratings/${review._id}`, { hidden: true });
  expect(again.body.modifiedCount).toBe(0);
  await admin.ask('PATCH', `/api/ratings/${review._id}`, { hidden: false });
  expect(await names('')).toContain('Rude');
  const changes = await readRows(shop, 'admin_changes', { subject: 'reviews' });
  expect(changes).toHaveLength(2);
  expect((await admin.ask('PATCH', `/api/ratings/${randomUUIDv7()}`, { hidden: true })).status).toBe(404);
});

test('everybody sees what they may review, and what they wrote of it, hidden or not; nobody else does', async () => {
  const author = await givenPerson(shop, { name: 'Ann Author' });
  const [bought, unpaid, reviewed] = [
    await givenPart(shop, { name: 'B bought' }),
    await givenPart(shop, { name: 'A unpaid' }),
    await givenPart(shop, { name: 'C reviewed' }),
  ];
  await givenOrder(shop, author, unpaid);
  for (const part of [bought, reviewed, reviewed]) await givenPaidOrder(shop, author, part);
  const { body: written } = await post(author, { partsId: reviewed, review: 'It fits.', rating: 3.5 });
  await admin.ask('PATCH', `/api/ratings/${written._id}`, { hidden: true });
  const subjects = async (person: Person) => (await person.ask('GET', '/api/my_ratings')).body;
  expect(await subjects(author)).toEqual([
    { partsId: null, partsName: null, review: null, missing: null },
    { partsId: bought, partsName: 'B bought', review: null, missing: null },
    {
      partsId: reviewed,
      partsName: 'C reviewed',
      review: expect.objectContaining({ review: 'It fits.', rating: 3.5, hidden: true, img }),
      missing: null,
    },
  ]);
  expect(await subjects(await givenPerson(shop))).toHaveLength(1);
});

test('the reviews of all parts are one list, each with its part', async () => {
  const part = await givenPart(shop, { name: 'Testco Talked about' });
  const author = await givenPerson(shop, { name: 'Parts Author' });
  await givenPaidOrder(shop, author, part);
  await post(author, { partsId: part });
  await post(author, {});
  const [listed] = await ratings('of=parts&limit=1');
  expect(listed).toMatchObject({ name: 'Parts Author', partsId: part, partsName: 'Testco Talked about' });
  for (const { partsId } of await ratings('of=parts')) expect(partsId).not.toBeNull();
  for (const { partsId, partsName } of await ratings()) expect([partsId, partsName]).toEqual([null, null]);
});

test('lists are filtered by the average rating of a part, which follows its reviews at once', async () => {
  const part = await givenPart(shop, { name: 'Zebrafinch Kit' });
  const list = async (query: string) => (await ask(shop, 'GET', `/api/parts?q=zebrafinch&${query}`)).body;
  const countSteps = async () => {
    const { body } = await ask(shop, 'GET', '/api/parts/facets?q=zebrafinch');
    const facet = body.facets.find(({ key }) => key === 'rating');
    return facet?.kind === 'choice'
      ? facet.values.map(({ label, count }) => `${label}: ${count}`)
      : undefined;
  };
  expect(await countSteps()).toEqual([]);
  const raters = [await givenPerson(shop), await givenPerson(shop)] as const;
  for (const rater of raters) await givenPaidOrder(shop, rater, part);
  const [, bad] = await Promise.all(
    raters.map((rater, index) => post(rater, { partsId: part, rating: 5 - 3 * index })),
  );
  expect(await countSteps()).toEqual(['3 stars and up: 1', '2 stars and up: 1', '1 star and up: 1']);
  expect(await list('rating=4')).toEqual([]);
  expect(await list('rating=4&rating=3')).toMatchObject([{ _id: part }]);
  const hide = (hidden: boolean) => admin.ask('PATCH', `/api/ratings/${bad?.body._id}`, { hidden });
  await hide(true);
  expect(await list('rating=4')).toMatchObject([{ _id: part }]);
  await hide(false);
  expect(await list('rating=4')).toEqual([]);
});
