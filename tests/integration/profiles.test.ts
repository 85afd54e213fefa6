/** My Profile, Meet Our CEO and the administrators' overview, over HTTP. */
import { describe, expect, test } from 'vitest';
import {
  ask,
  givenImage,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  givenPurchase,
  purchaseBody,
} from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { person, admin } = await givenPeople(shop, {
  person: { name: 'Pia Profile' },
  admin: { role: 'admin' },
});

const link = await givenImage(shop);
const profile = { education: 'Night school', location: 'Little Village', phone: '+1 555 010 9999', link };

describe('a profile', () => {
  test('is empty at first, then what was saved; name and image become the account’s [S7.33]', async () => {
    const url = `/api/user_info/${person.email}`;
    expect((await person.ask('GET', url)).body).toEqual({
      name: 'Pia Profile',
      email: person.email,
      education: null,
      location: null,
      phone: null,
      link: null,
    });
    const saved = await person.ask('PUT', url, { ...profile, name: 'Pia P.', email: person.email });
    expect(saved).toMatchObject({ status: 200, body: { ...profile, name: 'Pia P.', modifiedCount: 1 } });
    const { phone: _, ...withoutPhone } = profile;
    await person.ask('PUT', url, { ...withoutPhone, education: 'University' });
    const expected = { ...profile, phone: null, education: 'University', name: 'Pia P.' };
    expect((await person.ask('GET', url)).body).toMatchObject(expected);
    expect((await admin.ask('GET', url)).body).toMatchObject(expected);
    expect((await admin.ask('GET', '/api/user?q=pia')).body).toMatchObject([{ name: 'Pia P.', img: link }]);
  });

  test.each([null, ''])(
    'whose optional fields are %o keeps the name, and has no phone [S5.29]',
    async (nothing) => {
      const url = `/api/user_info/${person.email}`;
      await person.ask('PUT', url, { ...profile, name: 'Pia P.' });
      const sent = { ...profile, name: nothing, email: nothing, phone: nothing };
      const saved = await person.ask('PUT', url, sent);
      expect(saved).toMatchObject({
        status: 200,
        body: { name: 'Pia P.', email: person.email, phone: null },
      });
    },
  );

  test('takes the `data.url` of an upload as its link, also as a whole address [S3.14]', async () => {
    const url = `/api/user_info/${person.email}`;
    for (const origin of ['', shop.url, 'https://shop.example:8080']) {
      const saved = await person.ask('PUT', url, { ...profile, link: `${origin}${link}` });
      expect(saved).toMatchObject({ status: 200, body: { link } });
    }
    for (const wrong of [`//elsewhere.example${link}`, `ftp://elsewhere.example${link}`, `https:${link}`]) {
      const refused = await person.ask('PUT', url, { ...profile, link: wrong });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'link' }] } });
    }
  });

  test.each([
    ['education', 'Education is required'],
    ['location', 'Location is required'],
    ['link', 'Upload Linked profile'],
  ])('needs its %s [S5.26 S5.27 S5.28]', async (field, message) => {
    const answer = await person.ask('PUT', `/api/user_info/${person.email}`, {
      ...profile,
      [field]: undefined,
    });
    expect(answer.body.errors).toEqual([{ path: field, message }]);
  });

  test('needs an image that exists', async () => {
    const missing = { ...profile, link: `/images/${'b'.repeat(40)}-400x300-400.jpg` };
    const answer = await person.ask('PUT', `/api/user_info/${person.email}`, missing);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'link' }] } });
  });

  test('is written by the person alone', async () => {
    const url = `/api/user_info/${person.email}`;
    expect((await admin.ask('PUT', url, profile)).status).toBe(403);
    expect((await person.ask('PUT', url, { ...profile, email: admin.email })).status).toBe(403);
    expect((await admin.ask('GET', '/api/user_info/nobody@example.com')).status).toBe(404);
  });
});

describe('a letter to our CEO', () => {
  const letters = () => shop.db.selectFrom('ceo_letters').selectAll().orderBy('written_at').execute();
  const form = (body: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/ceo',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: body,
    });

  test('is kept with its time, once an address, by the call and by the form [S2.40]', async () => {
    shop.clock.now = new Date('2026-11-21T08:00:00Z');
    const first = await ask(shop, 'POST', '/api/ceo', { email: 'Visitor@Example.com' });
    expect(first).toMatchObject({ status: 200, body: { thanks: expect.stringMatching(/^Thank you/) } });
    shop.clock.now = undefined;
    const again = await form('email=visitor%40example.com');
    expect([again.statusCode, again.headers.location]).toEqual([303, '/#ceo-thanks']);
    expect(await letters()).toEqual([
      { email: 'visitor@example.com', written_at: new Date('2026-11-21T08:00:00Z') },
    ]);
    await form('email=second%2Btag%40example.com');
    expect((await letters()).map(({ email }) => email)).toContain('second+tag@example.com');
  });

  test('is read by administrators, the newest first, with the number of all', async () => {
    await form('email=newest%40example.com');
    const admin = await givenPerson(shop, { role: 'admin' });
    const { body } = await admin.ask('GET', '/api/ceo?limit=1');
    expect(body).toEqual({
      total: (await letters()).length,
      letters: [{ email: 'newest@example.com', writtenAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
    });
  });

  test.each(['', 'email=', 'email=nobody', 'email=a%40b', '%00=%ff', 'email=a%40b.co%00'])(
    'that says “%s” is refused, and the visitor is told [S5.10]',
    async (body) => {
      const before = await letters();
      const answer = await form(body);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/#ceo-wrong']);
      expect(await letters()).toEqual(before);
    },
  );

  test('cannot be sent a thousand times from one place', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 120; count += 1)
      statuses.add((await form('email=flood%40example.com')).statusCode);
    expect(statuses).toEqual(new Set([303, 429]));
  });
});

test('the overview counts what is to be shipped and names what is running low or wanted while it is sold out', async () => {
  const { body: before } = await admin.ask('GET', '/api/overview');
  expect(before).toEqual({
    sales: expect.arrayContaining([
      { day: expect.any(String), purchases: 0, total: 0, byThisTime: 0, bar: 'M3 150v-1h14v1z' },
    ]),
    toShipByPromise: ['late', 'today', 'tomorrow', 'later'].map((promised) => ({ promised, orders: 0 })),
    toShipByAge: Array(4).fill(expect.objectContaining({ orders: 0 })),
    expiring: 0,
    endingSoon: [],
    endingSoonCount: 0,
    wanted: [],
    wantedCount: 0,
    toShip: 0,
    purchasesToShip: 0,
    unpaid: 0,
    unpaidPurchases: 0,
    late: 0,
    lateNotShipped: 0,
    openDisputes: 0,
    failedRefunds: 0,
    runningLow: [],
    runningLowCount: 0,
    toCheck: 0,
  });
  const [plenty, few, none] = [
    await givenPart(shop, { stock: 50 }),
    await givenPart(shop, { stock: 5 }),
    await givenPart(shop, { stock: 0 }),
  ];
  const late = await givenPart(shop, { stock: 7 });
  await admin.ask('PATCH', `/api/parts/${late}`, { low_stock: 7 });
  const early = await givenPart(shop, { stock: 3 });
  await admin.ask('PATCH', `/api/parts/${early}`, { low_stock: 2 });
  const unorderable = await givenPart(shop, { stock: 8, minimumOrder: 9 });
  const gone = await givenPart(shop, { stock: 1 });
  await admin.ask('DELETE', `/api/manage_products/${gone}`);
  await givenPaidOrder(shop, person, plenty);
  const shipped = await givenPaidOrder(shop, person, plenty);
  await admin.ask('PATCH', `/api/manage_order/${shipped._id}`, { status: 'shipped' });
  await givenOrder(shop, person, plenty);
  await givenPurchase(person, [plenty, late]);
  // one of these is sold out, of the other there are too few
  expect((await person.ask('POST', '/api/purchases', purchaseBody([none, few], [1, 6]))).status).toBe(409);
  expect((await ask(shop, 'POST', '/api/basket/lines', { partsId: unorderable })).status).toBe(200);
  for (const partsId of [none, plenty]) await person.ask('POST', '/api/basket/lines', { partsId });
  const { body } = await admin.ask('GET', '/api/overview');
  expect(body).toMatchObject({
    toShip: 1,
    purchasesToShip: 1,
    unpaid: 3,
    unpaidPurchases: 2,
    runningLowCount: 4,
    wanted: [
      { _id: none, requests: 2 },
      { _id: unorderable, requests: 1 },
    ],
    wantedCount: 2,
  });
  const list = async (query: string) =>
    (await admin.ask('GET', `/api/parts?${query}`)).body.map(({ _id }) => _id);
  expect(body.runningLow.map(({ _id }) => _id)).toEqual([none, few, late, unorderable]);
  expect(await list('status=running-low&sort=stock')).toEqual([none, few, late, unorderable]);
  expect(new Set(await list('status=wanted'))).toEqual(new Set([none, unorderable]));
  await admin.ask('PATCH', '/api/parts', {
    parts: [{ id: none, units: 3, reason: 'Delivered by the supplier' }],
  });
  expect(await list('status=wanted')).toEqual([unorderable]);
});
