/** Rules of delivery, quotes, and what purchases keep of them. */
import { beforeAll, expect, test } from 'vitest';
import { type DeliveryRules, defaultDeliveryRules } from '#domain/delivery/rules.ts';
import {
  ask,
  confirmCard,
  givenPaidOrder,
  givenPart,
  givenPerson,
  orderBody,
  type Person,
  purchaseBody,
} from '../support/given.ts';
import { findDifferences } from '../support/invariants.ts';
import { nastyTexts } from '../support/odd-values.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();
let buyer: Person;
let admin: Person;
let partId: string;

beforeAll(async () => {
  shop.clock.now = new Date('2026-11-24T10:00:00Z');
  buyer = await givenPerson(shop);
  admin = await givenPerson(shop, { role: 'admin' });
  partId = await givenPart(shop, { price: 1000, stock: 1000 });
});

const van = {
  ...{ id: 'van', name: 'By van', pricedBy: 'value' as const, prices: [{ from: 0, priceCents: 450 }] },
  ...{ freeFromCents: 3_000, maxGrams: null, days: { from: 1, to: 2 } },
};
const rules: DeliveryRules = {
  ...defaultDeliveryRules,
  defaultZone: 'germany',
  calendar: { timeZone: 'Europe/Berlin', cutOffHour: 14, workingWeekdays: [1, 2, 3, 4, 5], holidays: [] },
  zones: [
    {
      ...{ id: 'germany', name: 'Germany', pickUpAt: null, areas: [{ country: 'DE' }] },
      tax: { name: 'MwSt', rate: 1900 },
      methods: [van, { ...van, id: 'express', name: 'Express', prices: [{ from: 0, priceCents: 900 }] }],
    },
    {
      id: 'shop',
      name: 'Our shop',
      pickUpAt: 'Marienplatz 1, München',
      tax: null,
      areas: [],
      methods: [{ ...van, prices: [{ from: 0, priceCents: 0 }] }],
    },
  ],
};
const address = {
  ...{ country: 'DE', name: 'Jürgen Groß', line1: 'Seestraße 1', town: 'Berlin', postcode: '10623' },
  phone: '+49 30 1234567',
};

async function save(changed: DeliveryRules, version: number) {
  return await admin.ask('PUT', '/api/delivery-rules', { version, rules: changed });
}

function place(body: object, quantities = [2]) {
  const { location: _, phone: __, ...lines } = purchaseBody([partId], quantities);
  return buyer.ask('POST', '/api/purchases', { ...lines, ...body } as never);
}

test('without rules of the owner everything is free, and the promise is that of the country', async () => {
  const { status, body } = await buyer.ask('POST', '/api/purchases', purchaseBody([partId]));
  expect([status, body.total]).toEqual([201, 10]);
  const promised = { price: 0, zone: 'Country', from: '2026-11-30', to: '2026-12-02', pickUpAt: null };
  expect(body).toMatchObject({ delivery: promised, address: null, tax: null });
  const lines = [{ partsId: partId, quantity: 1 }];
  const quote = await ask(shop, 'POST', '/api/delivery-quotes', {
    lines,
    address: { country: 'bd', postcode: '1209' },
  });
  expect(quote.body).toMatchObject({
    methods: [
      {
        key: 'town.home',
        price: 0,
        from: '2026-11-26',
        to: '2026-11-29',
        orderBy: '2026-11-25T08:00:00.000Z',
      },
    ],
    ...{ timeZone: 'Asia/Dhaka', isWeightEstimated: true },
  });
});

test('rules are saved as versions, not over those of somebody else, and audited', async () => {
  expect((await save(rules, 0)).body).toMatchObject({ version: 1 });
  expect((await save(rules, 0)).body).toMatchObject({ version: 1 }); // the same again
  const other = { ...rules, homeCountry: 'DE' };
  expect(await save(other, 0)).toMatchObject({
    status: 409,
    body: { refused: 'changed-meanwhile', version: 1 },
  });
  expect((await save(other, 1)).body).toMatchObject({ version: 2 });
  const twice = { ...other, zones: [...rules.zones, ...rules.zones] };
  const { status, body } = await save(twice, 2);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('Two zones are called germany');
  expect((await admin.ask('GET', '/api/delivery-rules', undefined)).body).toEqual({
    version: 2,
    rules: other,
  });
  const { body: log } = await admin.ask('GET', '/api/audit_log?subject=delivery_rules', undefined);
  expect(log).toMatchObject([{ changes: [{ field: 'home country', before: 'BD', after: 'DE' }] }, {}]);
});

test('a purchase keeps address, method, price and days, whatever becomes of the rules', async () => {
  const { status, body } = await place({ address, deliveryMethod: 'germany.express', deliveryPrice: 9 });
  expect(status).toBe(201);
  const delivery = {
    name: 'Express',
    zone: 'Germany',
    price: 9,
    from: '2026-11-25',
    to: '2026-11-26',
    pickUpAt: null,
  };
  const tax = { name: 'MwSt', rate: 19, ofTotal: 4.63, ofToPay: 4.63 };
  expect(body).toMatchObject({ total: 29, toPay: 29, delivery, address, tax });
  expect(body.orders[0]).toMatchObject({
    ...{ total: 20, delivery: 9, phone: address.phone },
    location: 'Jürgen Groß\nSeestraße 1\n10623 Berlin\nGermany',
  });
  const dearer = structuredClone(rules);
  for (const method of dearer.zones[0]?.methods ?? []) method.prices = [{ from: 0, priceCents: 1000 }];
  for (const zone of dearer.zones) zone.tax = { name: 'Sales tax', rate: 887.5 };
  await save(dearer, 2);
  expect((await buyer.ask('GET', `/api/purchases/${body._id}`, undefined)).body).toMatchObject({
    total: 29,
    delivery,
    tax,
  });
  const orderId = body.orders[0]?._id;
  expect((await buyer.ask('GET', `/api/my_order/${orderId}`, undefined)).body).toMatchObject({ tax });
  const { body: inNewYork } = await place({ address });
  expect(inNewYork).toMatchObject({ tax: { name: 'Sales tax', rate: 8.875, ofTotal: 2.45 } });
  for (const zone of dearer.zones) zone.tax = { name: 'Sales tax', rate: 887.55 };
  expect((await save(dearer, 3)).body).toMatchObject({
    errors: [{ path: 'rules.zones.0.tax.rate', message: expect.stringContaining('887.5 is 8.875 %') }, {}],
  });
  await save({ ...rules, homeCountry: 'DE' }, 3);
});

test.each([
  [
    'a method that went away',
    { address, deliveryMethod: 'germany.drone' },
    { refused: 'delivery-method-gone' },
  ],
  [
    'a price that has changed',
    { address, deliveryPrice: 3 },
    { refused: 'delivery-price-changed', price: 4.5 },
  ],
  [
    'a country that nobody serves',
    {
      address: { ...address, country: 'BD', town: 'Dhaka', postcode: '1209' },
      deliveryMethod: 'germany.van',
    },
    { refused: 'not-delivered-there', country: 'Bangladesh' },
  ],
])('%s is refused with a sentence, and nothing is ordered', async (_what, request, refusal) => {
  const { status, body } = await place(request);
  expect(status).toBe(409);
  expect(body).toMatchObject({
    ...refusal,
    detail: expect.stringMatching(/Nothing was ordered|do not deliver/),
  });
});

test('the provider’s minimum is one of parts and delivery together, in both ways to buy', async () => {
  const cheap = await givenPart(shop, { price: 30, stock: 10 });
  const order = { partsId: cheap, quantity: 1, phone: address.phone };
  const purchase = { lines: [{ partsId: cheap, quantity: 1 }], phone: address.phone };
  const buy = async (body: object) => [
    await buyer.ask('POST', '/api/order', { ...order, ...body }),
    await buyer.ask('POST', '/api/purchases', { ...purchase, ...body }),
  ];
  const toPay = { status: 201, body: { insertedId: expect.any(String) } };
  expect(await buy({ address })).toMatchObject([toPay, toPay]); // $0.30 and $4.50
  expect(await buy({ deliveryMethod: 'shop.van' })).toMatchObject([
    { status: 409, body: { refused: 'total-too-small', errors: [{ path: 'quantity' }] } },
    { status: 409, body: { refused: 'purchase-too-small' } },
  ]);
});

test('a wrong address is refused at its fields', async () => {
  const { status, body } = await place({ address: { ...address, postcode: '1', town: '' } });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    errors: [
      { path: 'address.postcode', message: 'This is not a postcode of Germany, which looks like 26133' },
      { path: 'address.town', message: 'Town is required' },
    ],
  });
  expect((await place({})).body).toMatchObject({ errors: [{ path: 'phone' }, { path: 'location' }] });
});

test('one part is ordered alike, and the next form begins with its address', async () => {
  const person = await givenPerson(shop, { name: 'Fonda Formula' });
  const readForm = async () => (await person.ask('GET', '/api/address-form', undefined)).body;
  expect(await readForm()).toMatchObject({ values: { country: 'DE', name: person.name } });
  const order = { partsId: partId, quantity: 2, address, deliveryMethod: 'germany.express' };
  const ask = (body: object) => person.ask('POST', '/api/order', { ...order, ...body });
  expect(await ask({ deliveryPrice: 3 })).toMatchObject({
    ...{ status: 409, body: { refused: 'delivery-price-changed', price: 9 } },
  });
  expect(await ask({ address: { ...address, postcode: '1' } })).toMatchObject({
    ...{ status: 400, body: { errors: [{ path: 'address.postcode' }] } },
  });
  const placed = await ask({ deliveryPrice: 9 });
  expect(placed).toMatchObject({ status: 201, body: { total: 20, delivery: 9, phone: address.phone } });
  const form = await readForm();
  expect(form.values).toEqual(address);
  expect(form.fields.map(({ name }: { name: string }) => name)).toEqual([
    ...['name', 'line1', 'postcode', 'town'],
  ]);
  await ask({ address: undefined, deliveryMethod: 'shop.van', phone: address.phone });
  expect((await readForm()).values).toEqual(address); // not where parts were collected
});

test.each(Object.entries(nastyTexts))(
  'a location as text with %s is refused at its field or kept',
  async (_, text) => {
    const { status, body } = await buyer.ask('POST', '/api/order', { ...orderBody(partId), location: text });
    if (status === 201) expect(body.location).toBe(text.trim());
    else expect(body.errors).toMatchObject([{ path: 'location' }]);
  },
);

test('until it is shipped an address is corrected within its zone, and the history says by whom', async () => {
  const { body: placed } = await place({ address, deliveryMethod: 'germany.express' });
  const id = placed.orders[0]?._id;
  const correct = (person: Person, changes: object) =>
    person.ask('PUT', `/api/my_order/${id}/address`, { address: { ...address, ...changes } });
  const abroad = { country: 'BD', town: 'Dhaka', postcode: '1209' };
  expect(await correct(buyer, abroad)).toMatchObject({
    ...{ status: 409, body: { refused: 'other-delivery-zone' } },
  });
  expect(await correct(buyer, { postcode: '1' })).toMatchObject({
    ...{ status: 400, body: { errors: [{ path: 'address.postcode' }] } },
  });
  expect(await correct(buyer, {})).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  const after = 'Jürgen Groß\nSeestraße 2\n10623 Berlin\nGermany';
  expect((await correct(buyer, { line1: 'Seestraße 2' })).body).toMatchObject({
    ...{ modifiedCount: 1, location: after, delivery: 9 },
  });
  expect((await correct(admin, { line1: 'Seestraße 3' })).body).toMatchObject({ modifiedCount: 1 });
  const { body: purchase } = await buyer.ask('GET', `/api/purchases/${placed._id}`, undefined);
  expect(purchase).toMatchObject({ total: 29, address: { line1: 'Seestraße 3' } });
  const { body: read } = await buyer.ask('GET', `/api/my_order/${id}/history`, undefined);
  expect(read.history.slice(1)).toMatchObject([
    {
      kind: 'address-corrected',
      by: 'buyer',
      reason: expect.stringMatching(/Seestraße 1.* → .*Seestraße 2/),
    },
    { kind: 'address-corrected', by: 'administrator', byName: null },
  ]);
  const { body: log } = await admin.ask('GET', '/api/audit_log?subject=orders', undefined);
  expect(log).toMatchObject([{ changes: [{ field: 'address' }] }]);
  await buyer.ask('DELETE', `/api/manage_order/${id}`, undefined);
  expect(await correct(buyer, {})).toMatchObject({
    ...{ status: 409, body: { refused: 'order-left-already' } },
  });
});

test('saved addresses: ten at most, one of them the default, with which the form begins', async () => {
  const person = await givenPerson(shop);
  const add = (line1: string, isDefault = false) =>
    person.ask('POST', '/api/addresses', { address: { ...address, line1 }, isDefault });
  const readBegun = async () => (await person.ask('GET', '/api/address-form', undefined)).body.values.line1;
  const { body: first } = await add('Allee 1');
  expect(first).toMatchObject([
    { isDefault: true, lines: ['Jürgen Groß', 'Allee 1', '10623 Berlin', 'Germany'] },
  ]);
  expect((await add('Allee 1')).body).toHaveLength(1); // saved once
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9, 10]) await add(`Allee ${number}`);
  expect(await add('Allee 11')).toMatchObject({
    status: 409,
    body: { refused: 'too-many-addresses', limit: 10 },
  });
  expect(await readBegun()).toBe('Allee 1');
  const { body: moved } = await add('Allee 10', true);
  expect(moved.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([
    true,
    ...Array(9).fill(false),
  ]);
  expect(await readBegun()).toBe('Allee 10');
  const { body: rest } = await person.ask('DELETE', `/api/addresses/${moved[0]?._id}`, undefined);
  expect([rest.length, await readBegun()]).toEqual([9, 'Allee 9']);
  await shop.db.deleteFrom('people').where('id', '=', person.id).execute();
  const left = await shop.db
    .selectFrom('saved_addresses')
    .select('id')
    .where('person_id', '=', person.id)
    .execute();
  expect(left).toEqual([]);
});

test('what is collected needs no address', async () => {
  const { body } = await place({ deliveryMethod: 'shop.van', phone: '+49 30 1234567' });
  expect(body).toMatchObject({ total: 20, address: null, delivery: { pickUpAt: 'Marienplatz 1, München' } });
  expect(body.orders[0]?.location).toBe('To be collected: Marienplatz 1, München');
});

test('an order is late from the day after its last promised day on, until it is delivered or taken to be', async () => {
  shop.clock.now = new Date('2026-11-10T10:00:00Z'); // promised by the 12th
  const { _id: forgotten } = await givenPaidOrder(shop, buyer, partId);
  const { _id: underway } = await givenPaidOrder(shop, buyer, partId);
  shop.clock.now = new Date('2026-11-24T10:00:00Z');
  const { _id: order } = await givenPaidOrder(shop, buyer, partId);
  const shown = await buyer.ask('GET', `/api/my_order/${order}`, undefined);
  expect(shown.body.promise).toEqual({ from: '2026-11-25', to: '2026-11-26', isPickUp: false });
  shop.clock.now = new Date('2026-11-26T22:59:30Z'); // just before midnight in Berlin
  const viewer = await givenPerson(shop, { role: 'admin' });
  const ship = (id: string) => viewer.ask('PATCH', `/api/manage_order/${id}`, { status: 'shipped' });
  const read = async () => {
    const { late, lateNotShipped } = (await viewer.ask('GET', '/api/overview', undefined)).body;
    const list = await viewer.ask('GET', '/api/manage_orders?status=late', undefined);
    return { late, lateNotShipped, listed: new Set(list.body.map(({ _id }) => _id)) };
  };
  await ship(underway);
  expect(await read()).toEqual({ late: 2, lateNotShipped: 1, listed: new Set([forgotten, underway]) });
  shop.clock.now = new Date('2026-11-26T23:00:00Z'); // the 15th day
  expect(await read()).toEqual({ late: 2, lateNotShipped: 2, listed: new Set([forgotten, order]) });
  await ship(order);
  expect(await read()).toEqual({ late: 2, lateNotShipped: 1, listed: new Set([forgotten, order]) });
  await viewer.ask('PUT', `/api/my_order/${order}/delivered`, undefined);
  expect(await read()).toEqual({ late: 1, lateNotShipped: 1, listed: new Set([forgotten]) });
  shop.clock.now = new Date('2026-11-24T10:00:00Z');
});

test('an address as text costs the dearest delivery, with the latest days, of all zones that are served', async () => {
  const [germany, pickUp] = rules.zones as [DeliveryRules['zones'][0], DeliveryRules['zones'][0]];
  const makeZone = (id: string, areas: typeof germany.areas, cents: number, days: typeof van.days) => ({
    ...{ ...germany, id, name: id, areas },
    methods: [{ ...van, freeFromCents: null, prices: [{ from: 0, priceCents: cents }], days }],
  });
  const island = makeZone('island', [{ country: 'DE', postcode: '25849' }], 9_900, { from: 4, to: 5 });
  const abroad = makeZone('abroad', [{ country: 'FR' }], 2_000, { from: 10, to: 20 });
  const save = async (zones: DeliveryRules['zones']) => {
    const { version } = (await admin.ask('GET', '/api/delivery-rules', undefined)).body;
    const { status } = await admin.ask('PUT', '/api/delivery-rules', { version, rules: { ...rules, zones } });
    expect(status).toBe(200);
  };
  const order = (location: string) =>
    buyer.ask('POST', '/api/order', { ...orderBody(partId), location } as never);
  await save([germany, pickUp, island, abroad]);
  const { body: placed } = await order('Georgia Street 5, 25849 Pellworm');
  expect(placed).toMatchObject({ delivery: 99 });
  const { body: purchase } = await buyer.ask('GET', `/api/purchases/${placed.purchaseId}`, undefined);
  expect(purchase.delivery).toMatchObject({ zone: 'island', from: '2026-12-08', to: '2026-12-22' });
  const lines = [{ partsId: partId, quantity: 1 }];
  const quoted = await ask(shop, 'POST', '/api/delivery-quotes', { lines });
  expect(quoted.body.methods).toMatchObject([{ price: 99, to: '2026-12-22' }, { pickUpAt: pickUp.pickUpAt }]);
  for (const location of ['1 Farm Lane\nBANGLADESH', '5 Rustaveli Ave, Tbilisi, Georgia.', 'Ayr, U.K.']) {
    expect(await order(location)).toMatchObject({ status: 409, body: { refused: 'not-delivered-there' } });
  }

  await save([germany, pickUp, { ...island, tax: null }]);
  const refused = await order('25849 Pellworm');
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'address' }] } });
  expect(refused.body.detail).toMatch(/country, name, line1, .*postcode, phone/);
  const unknown = await ask(shop, 'POST', '/api/delivery-quotes', { lines });
  expect(unknown.body.methods).toMatchObject([{ pickUpAt: pickUp.pickUpAt }]);
  await save(rules.zones);
});

test('the old call gets the cheapest method of the only zone, and a full refund includes its price', async () => {
  const { body: order } = await buyer.ask('POST', '/api/order', orderBody(partId));
  expect(order).toMatchObject({ total: 10, delivery: 4.5 });
  const { body: secret } = await buyer.ask('POST', '/api/create-payment-intent', {
    orderId: order._id,
    price: 14.5,
  });
  const { body: payment } = await confirmCard(shop, secret);
  await buyer.ask('PATCH', `/api/my_order/${order._id}`, {
    orderId: order._id,
    transactionId: payment.id,
  });
  const refund = await admin.ask('POST', '/api/refunds', { orderId: order._id, reason: 'Why not.' });
  expect(refund).toMatchObject({ status: 201, body: { amount: 14.5 } });
  await expect
    .poll(async () => (await buyer.ask('GET', `/api/my_order/${order._id}`, undefined)).body)
    .toMatchObject({ status: 'refunded', refunded: 14.5 });
  expect(await findDifferences(shop)).toEqual([]);
});
