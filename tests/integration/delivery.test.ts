/** Rules of delivery, quotes, and what purchases keep of them. */
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exampleAddress } from '#delivery/contract/addresses.ts';
import { type DeliveryRules, defaultDeliveryRules } from '#delivery/rules/rules.ts';
import { addDays, readWallTime } from '#kernel/calendar.ts';
import { drawPackingPapers } from '#orders/use-cases/draw-packing-papers.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import {
  ask,
  changeRows,
  confirmCard,
  givenPaidOrder,
  givenPart,
  givenPerson,
  orderBody,
  type Person,
  payOrder,
  purchaseBody,
  readRows,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { saveDeliveryRules } from '../support/given-rules.ts';
import { findDifferences } from '../support/invariants.ts';
import { nastyTexts } from '../support/odd-values.ts';
import { mailPlaced } from '../support/orders.ts';
import { readPdfPages } from '../support/pdf-text.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop({ at: new Date('2026-11-24T10:00:00Z') });
const { buyer, admin } = await givenBuyerAndAdmin(shop);

const partId = await givenPart(shop, { price: 1000, stock: 1000 });

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
const inDhaka = { ...address, country: 'BD', town: 'Dhaka', postcode: '1209' };

async function save(changed: DeliveryRules, version: number) {
  return await admin.ask('PUT', '/api/delivery-rules', { version, rules: changed });
}

function place(body: object, quantities = [2]) {
  const { location: _, phone: __, ...lines } = purchaseBody([partId], quantities);
  return buyer.ask('POST', '/api/purchases', { ...lines, ...body } as never);
}

async function quote(address?: object) {
  const lines = [{ partsId: partId, quantity: 1 }];
  return (await ask(shop, 'POST', '/api/delivery-quotes', { lines, address } as never)).body;
}

test('without rules of the owner everything is free, and the promise is that of the country', async () => {
  const { status, body } = await buyer.ask('POST', '/api/purchases', purchaseBody([partId]));
  expect([status, body.total]).toEqual([201, 10]);
  const promised = { price: 0, zone: 'the country', from: '2026-11-30', to: '2026-12-02', pickUpAt: null };
  expect(body).toMatchObject({ delivery: promised, address: null, tax: null });
  const days = { from: '2026-11-26', to: '2026-11-29', orderBy: '2026-11-25T08:00:00.000Z' };
  expect(await quote({ country: 'bd', postcode: '1209' })).toMatchObject({
    methods: [{ key: 'town.home', price: 0, ...days }],
    ...{ timeZone: 'Asia/Dhaka', isWeightEstimated: true },
  });
});

test('rules are saved as versions, not over those of somebody else, and audited', async () => {
  expect((await save(rules, 0)).body).toMatchObject({ version: 1 });
  expect((await save(rules, 0)).body).toMatchObject({ version: 1 }); // the same again
  const other = { ...rules, homeCountry: 'DE' };
  expect(await save(other, 0)).toMatchObject(refusal(409, 'changed-meanwhile', { version: 1 }));
  expect((await save(other, 1)).body).toMatchObject({ version: 2 });
  const twice = { ...other, zones: [...rules.zones, ...rules.zones] };
  const { status, body } = await save(twice, 2);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('Two zones are called germany');
  expect((await admin.ask('GET', '/api/delivery-rules')).body).toEqual({ version: 2, rules: other });
  const { body: log } = await admin.ask('GET', '/api/audit_log?subject=delivery_rules');
  expect(log).toMatchObject([{ changes: [{ field: 'home country', before: 'BD', after: 'DE' }] }, {}]);
});

test('a purchase keeps address, method, price and days, whatever becomes of the rules', async () => {
  const { status, body } = await place({ address, deliveryMethod: 'germany.express', deliveryPrice: 9 });
  expect(status).toBe(201);
  const days = { from: '2026-11-25', to: '2026-11-26' };
  const delivery = { name: 'Express', zone: 'Germany', price: 9, ...days, pickUpAt: null };
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
  const { body: kept } = await buyer.ask('GET', `/api/purchases/${body._id}`);
  expect(kept).toMatchObject({ total: 29, delivery, tax });
  const orderId = body.orders[0]?._id;
  expect((await buyer.ask('GET', `/api/my_order/${orderId}`)).body).toMatchObject({ tax });
  const { body: inNewYork } = await place({ address });
  expect(inNewYork).toMatchObject({ tax: { name: 'Sales tax', rate: 8.875, ofTotal: 2.45 } });
  for (const zone of dearer.zones) zone.tax = { name: 'Sales tax', rate: 887.55 };
  expect((await save(dearer, 3)).body).toMatchObject({
    errors: [{ path: 'rules.zones.0.tax.rate', message: expect.stringContaining('887.5 is 8.875 %') }, {}],
  });
  await save({ ...rules, homeCountry: 'DE' }, 3);
});

test.each([
  ['a method that went away', { deliveryMethod: 'germany.drone' }, { refused: 'delivery-method-gone' }],
  ['a price that has changed', { deliveryPrice: 3 }, { refused: 'delivery-price-changed', price: 4.5 }],
  [
    'a country that nobody serves',
    { address: inDhaka, deliveryMethod: 'germany.van' },
    { refused: 'not-delivered-there', country: 'Bangladesh' },
  ],
])('%s is refused with a sentence, and nothing is ordered', async (_what, request, refusal) => {
  const detail = expect.stringMatching(/Nothing was ordered|do not deliver/);
  expect(await place({ address, ...request })).toMatchObject({ status: 409, body: { ...refusal, detail } });
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
  const readForm = async () => (await person.ask('GET', '/api/address-form')).body;
  expect(await readForm()).toMatchObject({ values: { country: 'DE', name: person.name } });
  const order = { partsId: partId, quantity: 2, address, deliveryMethod: 'germany.express' };
  const ask = (body: object) => person.ask('POST', '/api/order', { ...order, ...body });
  expect(await ask({ deliveryPrice: 3 })).toMatchObject(refusal(409, 'delivery-price-changed', { price: 9 }));
  expect(await ask({ address: { ...address, postcode: '1' } })).toMatchObject(
    refusal(400, 'invalid-input', { errors: [{ path: 'address.postcode' }] }),
  );
  const placed = await ask({ deliveryPrice: 9 });
  expect(placed).toMatchObject({ status: 201, body: { total: 20, delivery: 9, phone: address.phone } });
  const form = await readForm();
  expect(form.values).toEqual(address);
  expect(form.fields.map(({ name }) => name).join()).toBe('name,line1,postcode,town');
  await ask({ address: undefined, deliveryMethod: 'shop.van', phone: address.phone });
  expect((await readForm()).values).toEqual(address); // not where parts were collected
});

test('the checkout offers the countries that are delivered to, and those of a person’s own addresses', async () => {
  const person = await givenPerson(shop);
  const offered = async () => {
    const { deliveredTo, countries } = (await person.ask('GET', '/api/address-form')).body;
    expect(countries.length).toBeGreaterThan(200); // an invoice may be for any
    return deliveredTo?.map(({ code }) => code);
  };
  expect(await offered()).toEqual(['DE']);
  await person.ask('POST', '/api/addresses', { address: exampleAddress });
  expect(await offered()).toEqual(['FR', 'DE']);
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
  for (const [person, detail] of [
    [buyer, expect.stringMatching(/place it again, or write to us\.$/)],
    [admin, expect.stringMatching(/let its buyer place it again\.$/)],
  ] as const)
    expect(await correct(person, inDhaka)).toMatchObject(refusal(409, 'other-delivery-zone', { detail }));
  const wrong = refusal(400, 'invalid-input', { errors: [{ path: 'address.postcode' }] });
  expect(await correct(buyer, { postcode: '1' })).toMatchObject(wrong);
  expect(await correct(buyer, {})).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  const after = 'Jürgen Groß\nSeestraße 2\n10623 Berlin\nGermany';
  expect((await correct(buyer, { line1: 'Seestraße 2' })).body).toMatchObject({
    ...{ modifiedCount: 1, location: after, delivery: 9 },
  });
  expect((await correct(admin, { line1: 'Seestraße 3' })).body).toMatchObject({ modifiedCount: 1 });
  const { body: purchase } = await buyer.ask('GET', `/api/purchases/${placed._id}`);
  expect(purchase).toMatchObject({ total: 29, address: { line1: 'Seestraße 3' } });
  const { body: read } = await buyer.ask('GET', `/api/my_order/${id}/history`);
  expect(read.history.slice(1)).toMatchObject([
    {
      kind: 'address-corrected',
      by: 'buyer',
      reason: expect.stringMatching(/Seestraße 1.* → .*Seestraße 2/),
    },
    { kind: 'address-corrected', by: 'administrator', byName: null },
  ]);
  const { body: log } = await admin.ask('GET', '/api/audit_log?subject=orders');
  expect(log).toMatchObject([{ changes: [{ field: 'address' }] }]);
  await buyer.ask('DELETE', `/api/manage_order/${id}`);
  expect(await correct(buyer, {})).toMatchObject(refusal(409, 'order-left-already'));
});

test('saved addresses: ten at most, one of them the default, with which the form begins', async () => {
  const person = await givenPerson(shop);
  const add = (line1: string, isDefault = false) =>
    person.ask('POST', '/api/addresses', { address: { ...address, line1 }, isDefault });
  const readBegun = async () => (await person.ask('GET', '/api/address-form')).body.values.line1;
  const { body: first } = await add('Allee 1');
  expect(first).toMatchObject([
    { isDefault: true, lines: ['Jürgen Groß', 'Allee 1', '10623 Berlin', 'Germany'] },
  ]);
  expect((await add('Allee 1')).body).toHaveLength(1); // saved once
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9, 10]) await add(`Allee ${number}`);
  expect(await add('Allee 11')).toMatchObject(refusal(409, 'too-many-addresses', { limit: 10 }));
  expect(await readBegun()).toBe('Allee 1');
  const { body: moved } = await add('Allee 10', true);
  expect(moved.map(({ isDefault }) => isDefault)).toEqual([true, ...Array(9).fill(false)]);
  expect(await readBegun()).toBe('Allee 10');
  const { body: rest } = await person.ask('DELETE', `/api/addresses/${moved[0]?._id}`);
  expect([rest.length, await readBegun()]).toEqual([9, 'Allee 9']);
  await shop.db.deleteFrom('people').where('id', '=', person.id).execute();
  const left = await readRows(shop, 'saved_addresses', { person_id: person.id });
  expect(left).toEqual([]);
});

test('what is collected needs no address', async () => {
  const { body } = await place({ deliveryMethod: 'shop.van', phone: '+49 30 1234567' });
  expect(body).toMatchObject({ total: 20, address: null, delivery: { pickUpAt: 'Marienplatz 1, München' } });
  expect(body.orders[0]).toMatchObject({
    location: 'To be collected: Marienplatz 1, München',
    pickUpAt: 'Marienplatz 1, München',
  });
});

test('what is collected is told by a column, not by words of an address', async () => {
  const location = 'To be collected: by nobody\n1 Farm Lane';
  const brought = await buyer.ask('POST', '/api/order', { ...orderBody(partId), location });
  expect(brought.body).toMatchObject({ location, pickUpAt: null, promise: { isPickUp: false } });
  expect((await mailPlaced(shop, [brought.body._id]))[0]?.text).toContain(
    'Delivery to:\n  To be collected: by nobody',
  );
});

test('an order is late from the day after its last promised day on, until it is delivered or taken to be', async () => {
  shop.clock.now = new Date('2026-11-10T10:00:00Z'); // promised by the 12th
  const { _id: forgotten } = await givenPaidOrder(shop, buyer, partId);
  const { _id: underway } = await givenPaidOrder(shop, buyer, partId);
  shop.clock.now = new Date('2026-11-24T10:00:00Z');
  const { _id: order } = await givenPaidOrder(shop, buyer, partId);
  const shown = await buyer.ask('GET', `/api/my_order/${order}`);
  const days = { from: '2026-11-25', to: '2026-11-26', isPickUp: false, ifPaid: null };
  expect(shown.body.promise).toEqual(days);
  shop.clock.now = new Date('2026-11-26T22:59:30Z'); // just before midnight in Berlin
  const viewer = await givenPerson(shop, { role: 'admin' });
  const ship = (id: string) => viewer.ask('PATCH', `/api/manage_order/${id}`, { status: 'shipped' });
  const read = async () => {
    const { late, lateNotShipped } = (await viewer.ask('GET', '/api/overview')).body;
    const list = await viewer.ask('GET', '/api/manage_orders?status=late');
    return { late, lateNotShipped, listed: new Set(list.body.map(({ _id }) => _id)) };
  };
  await ship(underway);
  expect(await read()).toEqual({ late: 2, lateNotShipped: 1, listed: new Set([forgotten, underway]) });
  shop.clock.now = new Date('2026-11-26T23:00:00Z'); // the 15th day
  expect(await read()).toEqual({ late: 2, lateNotShipped: 2, listed: new Set([forgotten, order]) });
  await ship(order);
  expect(await read()).toEqual({ late: 2, lateNotShipped: 1, listed: new Set([forgotten, order]) });
  await viewer.ask('PUT', `/api/my_order/${order}/delivered`);
  expect(await read()).toEqual({ late: 1, lateNotShipped: 1, listed: new Set([forgotten]) });
});

test('every figure of the overview is that of the ledgers, of the orders that wait, and of the days that it links to', async () => {
  const ending = await givenPart(shop, { price: 2000, stock: 9 });
  const lasting = await givenPart(shop, { price: 2000, stock: 14 });
  for (const time of ['2026-11-17T09:00:00Z', '2026-11-17T22:30:00Z', '2026-11-17T23:30:00Z']) {
    shop.clock.now = new Date(time); // the third is on the next day in Berlin
    const person = await givenPerson(shop); // log-ins last for hours
    await givenPaidOrder(shop, person, ending, 2);
    await givenPaidOrder(shop, person, lasting, 1);
  }
  shop.clock.now = new Date('2026-11-24T12:00:00Z');
  const person = await givenPerson(shop);
  const { body: expiring } = await person.ask('POST', '/api/order', orderBody(partId));
  await givenPaidOrder(shop, person, partId, 3);
  shop.clock.now = new Date(new Date(expiring.expiresAt ?? 0).getTime() - 1_800_000);
  const viewer = await givenPerson(shop, { role: 'admin' });
  // Berlin's clocks in November; PostgreSQL would read it as an hour behind UTC
  await saveDeliveryRules(viewer, { ...rules, calendar: { ...rules.calendar, timeZone: '+01:00' } });
  const { body: overview } = await viewer.ask('GET', '/api/overview');
  const { day: today, minutes } = readWallTime(shop.clock.now, 'Europe/Berlin');

  const period = `kind=payments&from=${overview.sales[0]?.day}&to=${today}`;
  const { body: csv } = await viewer.ask('GET', `/api/accounts?${period}` as '/api/accounts');
  const movements: Record<string, string>[] = parse(csv as unknown as string, { columns: true, bom: true });
  const clock = `${Math.floor(minutes / 60)}:${minutes % 60}`.replace(/\b(\d)\b/g, '0$1');
  expect(overview.sales).toHaveLength(30);
  expect(overview.sales.at(-1)?.day).toBe(today);
  for (const { day, purchases, total, byThisTime } of overview.sales) {
    const charges = movements.filter(({ kind, time }) => kind === 'charge' && time?.startsWith(day));
    const sum = (rows: typeof charges) => rows.reduce((cents, { amount }) => cents + Number(amount) * 100, 0);
    const paid = new Set(charges.map(({ purchase }) => purchase));
    expect({ day, purchases, cents: total * 100, byThen: byThisTime * 100 }).toEqual({
      ...{ day, purchases: paid.size, cents: sum(charges) },
      byThen: sum(charges.filter(({ time = '' }) => time.slice(11) <= clock)),
    });
    const { body: listed } = await list(viewer, `paidOn=${day}&limit=100`);
    expect(new Set(listed.map(({ purchaseId }) => purchaseId))).toEqual(paid);
  }
  expect(overview.sales.filter(({ total }) => total > 0).length).toBeGreaterThanOrEqual(3);
  const best = overview.sales.toSorted((a, b) => b.total - a.total)[0];
  expect(best?.bar).toMatch(/^M\d+3 150v-150h14v150z$/);

  const { body: waiting } = await list(viewer, 'status=paid&limit=100');
  const tomorrow = addDays(today, 1);
  const promises = waiting.map(({ promise }) => promise?.to ?? '9999-12-31');
  const count = (matches: (day: string) => boolean) => promises.filter(matches).length;
  expect(overview.toShip).toBe(waiting.length);
  expect(overview.toShipByPromise).toEqual([
    { promised: 'late', orders: count((day) => day < today) },
    { promised: 'today', orders: count((day) => day === today) },
    { promised: 'tomorrow', orders: count((day) => day === tomorrow) },
    { promised: 'later', orders: count((day) => day > tomorrow) },
  ]);
  for (const { from = '2000-01-01', to, orders } of overview.toShipByAge) {
    const days = waiting.map(({ placedAt }) => readWallTime(new Date(placedAt), 'Europe/Berlin').day);
    expect(orders).toBe(days.filter((day) => day >= from && day <= to).length);
  }
  const { body: unpaid } = await list(viewer, 'status=unpaid&limit=100');
  const soon = shop.clock.now.getTime() + 3_600_000;
  expect(overview.expiring).toBe(unpaid.filter(({ expiresAt }) => Date.parse(expiresAt ?? '') < soon).length);
  expect(overview.expiring).toBeGreaterThan(0);
  // six in two weeks, and three are left; of the other eleven are
  expect(overview.endingSoon.map(({ _id, sold }) => [_id, sold])).toEqual([[ending, 6]]);
  await saveDeliveryRules(viewer, rules);
});

const [germany, pickUp] = rules.zones as [DeliveryRules['zones'][0], DeliveryRules['zones'][0]];

function makeZone(id: string, areas: typeof germany.areas, priceCents: number, days: typeof van.days) {
  const method = { ...van, freeFromCents: null, prices: [{ from: 0, priceCents }], days };
  return { ...germany, id, name: id, areas, methods: [method] };
}

function list(viewer: Person, query: string) {
  return viewer.ask('GET', `/api/manage_orders?${query}` as '/api/manage_orders');
}

test('an address as text costs the dearest delivery, with the latest days, of all zones that are served', async () => {
  const island = makeZone('island', [{ country: 'DE', postcode: '25849' }], 9_900, { from: 4, to: 5 });
  const abroad = makeZone('abroad', [{ country: 'FR' }], 2_000, { from: 10, to: 20 });
  const save = (zones: DeliveryRules['zones']) => saveDeliveryRules(admin, { ...rules, zones });
  const order = (location: string) =>
    buyer.ask('POST', '/api/order', { ...orderBody(partId), location } as never);
  await save([germany, pickUp, island, abroad]);
  const { body: placed } = await order('Georgia Street 5, 25849 Pellworm');
  expect(placed).toMatchObject({ delivery: 99 });
  const { body: purchase } = await buyer.ask('GET', `/api/purchases/${placed.purchaseId}`);
  expect(purchase.delivery).toMatchObject({ zone: 'island', from: '2026-12-08', to: '2026-12-22' });
  expect((await quote()).methods).toMatchObject([
    { price: 99, to: '2026-12-22' },
    { pickUpAt: pickUp.pickUpAt },
  ]);
  for (const location of ['1 Farm Lane\nBANGLADESH', '5 Rustaveli Ave, Tbilisi, Georgia.', 'Ayr, U.K.']) {
    expect(await order(location)).toMatchObject({ status: 409, body: { refused: 'not-delivered-there' } });
  }

  await save([germany, pickUp, { ...island, tax: null }]);
  const refused = await order('25849 Pellworm');
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'address' }] } });
  expect(refused.body.detail).toMatch(/country, name, line1, .*postcode, phone/);
  expect((await quote()).methods).toMatchObject([{ pickUpAt: pickUp.pickUpAt }]);
  await save(rules.zones);
});

test('where only a postcode decides, an order without one is refused at its field; a town that is named needs none', async () => {
  const areas = [
    { country: 'BD', town: 'Dhaka' },
    { country: 'BD', postcode: '12' },
  ];
  const near = makeZone('near', areas, 80, { from: 1, to: 1 });
  const far = makeZone('far', [{ country: 'BD' }], 2_499, { from: 10, to: 20 });
  await saveDeliveryRules(admin, { ...rules, zones: [germany, pickUp, near, far] });
  const dhaka = { ...inDhaka, town: 'Mirpur', postcode: undefined, phone: '+880 1712 345678' };
  const message = expect.stringMatching(/^Postcode is required: the price and the days/);
  const required = refusal(400, 'invalid-input', { errors: [{ path: 'address.postcode', message }] });
  const order = (changes: object, more: object = {}) =>
    buyer.ask('POST', '/api/order', {
      partsId: partId,
      quantity: 1,
      address: { ...dhaka, ...changes },
      ...more,
    });
  expect(await order({})).toMatchObject(required);
  expect(await place({ address: dhaka, deliveryMethod: 'far.van' })).toMatchObject(required);
  expect((await order({ town: 'DHĀKA' })).body).toMatchObject({ delivery: 0.8 });
  expect((await order({ postcode: '3100' })).body).toMatchObject({ delivery: 24.99 });
  const { body: placed } = await order({ postcode: '1216' });
  expect(placed).toMatchObject({ delivery: 0.8 });
  expect((await order({}, { deliveryMethod: 'shop.van' })).status).toBe(201);
  const correct = (changes: object) =>
    buyer.ask('PUT', `/api/my_order/${placed._id}/address`, { address: { ...dhaka, ...changes } });
  expect(await correct({})).toMatchObject(required);
  expect(await correct({ town: 'Dhaka' })).toMatchObject({ status: 200 });
  expect(await quote({ country: 'BD', town: 'Mirpur' })).toMatchObject({ isPostcodeRequired: true });
  const named = { isPostcodeRequired: false, methods: [{ price: 0.8 }, {}] };
  expect(await quote({ country: 'BD', town: 'dhaka' })).toMatchObject(named);
  await saveDeliveryRules(admin, rules);
});

test('the old call gets the cheapest method of the only zone, and a full refund includes its price', async () => {
  const { body: order } = await buyer.ask('POST', '/api/order', orderBody(partId));
  expect(order).toMatchObject({ total: 10, delivery: 4.5 });
  await payOrder(shop, buyer, order._id, { price: 14.5 });
  const refund = await admin.ask('POST', '/api/refunds', { orderId: order._id, reason: 'Why not.' });
  expect(refund).toMatchObject({ status: 201, body: { amount: 14.5 } });
  await expect
    .poll(async () => (await buyer.ask('GET', `/api/my_order/${order._id}`)).body)
    .toMatchObject({ status: 'refunded', refunded: 14.5 });
  expect(await findDifferences(shop)).toEqual([]);
});

test('the days of delivery hold if it is paid in time, and are computed and kept when it is paid', async () => {
  shop.clock.now = new Date('2026-11-24T12:55:00Z');
  const owner = await givenPerson(shop, { role: 'admin' });
  const person = await givenPerson(shop);
  const { body: order } = await person.ask('POST', '/api/order', orderBody(partId));
  const promise = { from: '2026-11-25', to: '2026-11-26', isPickUp: false };
  const inBerlin = (by: string) => ({ by, timeZone: 'Europe/Berlin' });
  expect(order.promise).toEqual({ ...promise, ifPaid: inBerlin('2026-11-24T13:00:00.000Z') });
  expect((await mailPlaced(shop, [order._id]))[0]?.text).toContain(
    'Arrives: Wed\u00a025 to\u00a0Thu\u00a026\u00a0Nov, if paid by Tue\u00a024\u00a0Nov, 14:00\u00a0CET',
  );

  shop.clock.now = new Date('2026-11-24T13:00:00Z'); // the cut-off
  const slower = structuredClone(rules);
  for (const method of slower.zones[0]?.methods ?? []) method.days = { from: 5, to: 9 };
  await saveDeliveryRules(owner, slower);
  const readOrder = async () => (await person.ask('GET', `/api/my_order/${order._id}`)).body;
  const later = { from: '2026-11-26', to: '2026-11-27', isPickUp: false };
  // it expires before the next cut-off
  expect((await readOrder()).promise).toEqual({ ...later, ifPaid: inBerlin('2026-11-25T12:55:00.000Z') });
  await payOrder(shop, person, order._id);

  shop.clock.now = new Date('2026-11-27T22:59:30Z'); // just before midnight in Berlin
  const viewer = await givenPerson(shop, { role: 'admin' });
  const isLate = async () => {
    const { body } = await viewer.ask('GET', '/api/manage_orders?status=late');
    return body.some(({ _id }) => _id === order._id);
  };
  expect(await isLate()).toBe(false);
  shop.clock.now = new Date('2026-11-27T23:00:00Z');
  expect(await isLate()).toBe(true);
  const { body: late } = await viewer.ask('GET', `/api/my_order/${order._id}`);
  expect(late.promise).toEqual({ ...later, ifPaid: null });
  const { body: purchase } = await viewer.ask('GET', `/api/purchases/${order.purchaseId}`);
  expect(purchase.delivery).toMatchObject({ from: later.from, to: later.to });
  const slips = await drawPackingPapers(shop.dependencies, {
    viewer: { ...viewer, role: 'admin', isConfirmed: true },
    ...{ orderIds: [order._id], kind: 'slips', at: shop.clock.now },
  });
  expect(readPdfPages(slips as Buffer)[0]).toContain('By van, to arrive Thu 26 to Fri 27 Nov');
  await saveDeliveryRules(viewer, rules);
});

test('who packs sees method and days, and sorts by the promised day', async () => {
  const part = await givenPart(shop, { name: 'Testco Urgent', price: 1000, stock: 10 });
  const buy = async (body: object) => {
    const request = { partsId: part, quantity: 1, phone: address.phone, ...body };
    const { body: order } = await buyer.ask('POST', '/api/order', request);
    await payOrder(shop, buyer, order._id);
    return order;
  };
  const early = await buy({ deliveryMethod: 'shop.van' });
  const slow = structuredClone(rules);
  Object.assign(slow.zones[0]?.methods[0] ?? {}, { days: { from: 3, to: 5 } });
  await saveDeliveryRules(admin, slow);
  const standard = await buy({ address, deliveryMethod: 'germany.van' });
  const express = await buy({ address, deliveryMethod: 'germany.express' });
  await sql`update orders set promised_by = null where id = ${early._id}`.execute(shop.db); // of an early release
  const readPage = async (path: `/api/manage_orders?${string}`): Promise<unknown[]> => {
    const { body, headers } = await admin.ask('GET', path);
    const next = /^<([^>]+)>/.exec(String(headers.link ?? ''))?.[1];
    const shown = body.map(({ _id, deliveryMethod, promise }) => [_id, deliveryMethod, promise?.to]);
    return next ? [...shown, ...(await readPage(next as typeof path))] : shown;
  };
  const query = `q=${encodeURIComponent(standard.partsName)}&sort=promised&limit=1` as const;
  expect(await readPage(`/api/manage_orders?${query}`)).toEqual([
    [express._id, 'Express', '2026-11-26'],
    [standard._id, 'By van', '2026-12-01'],
    [early._id, 'By van', '2026-11-26'],
  ]);
  await saveDeliveryRules(admin, rules);
});

test('when a buyer cancels a part, delivery of what is left is priced by the rules of when it was placed', async () => {
  const weighed = await givenPart(shop, { price: 400, stock: 10 });
  const heavy = await givenPart(shop, { price: 3_000, stock: 10 });
  await changeRows(shop, 'parts', { id: weighed }, { weight_grams: 400 });
  await changeRows(shop, 'parts', { id: heavy }, { weight_grams: 700 });
  const prices = [
    { from: 0, priceCents: 150 },
    { from: 1_000, priceCents: 900 },
  ];
  const weighing = structuredClone(rules);
  const byWeight = { pricedBy: 'weight', prices, freeFromCents: null };
  Object.assign(weighing.zones[0]?.methods[1] ?? {}, byWeight);
  weighing.calendar.timeZone = 'Asia/Tokyo'; // the default rules have another
  await saveDeliveryRules(admin, weighing);
  const buy = async (method: string, key: string) => {
    const { lines } = purchaseBody([weighed, heavy]);
    const body = { lines, address, deliveryMethod: `germany.${method}` };
    const { body: placed } = await buyer.ask('POST', '/api/purchases', body, { 'idempotency-key': key });
    const find = (id: string) => placed.orders.find(({ partsId }) => partsId === id)?._id ?? '';
    return { placed, body, light: find(weighed), dear: find(heavy) };
  };
  const free = await buy('van', 'free');
  const dear = await buy('express', 'dear');
  const [ofStaff, cheaper] = [await buy('van', 'staff'), await buy('express', 'cheaper')];
  expect([free.placed.total, dear.placed.total]).toEqual([34, 43]);
  const dearest = structuredClone(rules);
  for (const method of dearest.zones[0]?.methods ?? []) method.prices = [{ from: 0, priceCents: 99_900 }];
  await saveDeliveryRules(admin, dearest);
  await changeRows(shop, 'parts', { id: weighed }, { weight_grams: 90_000 });

  const cancel = (person: Person, id: string) => person.ask('DELETE', `/api/manage_order/${id}`);
  const { body: secret } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: free.light });
  const { body: seen } = await buyer.ask('GET', `/api/my_order/${free.dear}`);
  expect(seen.ifCancelled).toEqual({ toPay: 8.5, delivery: 4.5, deliveryBefore: 0 });
  expect(await cancel(buyer, free.dear)).toMatchObject({
    ...{ status: 200, body: { deletedCount: 1, toPay: 8.5, delivery: 4.5 } },
  });
  expect((await confirmCard(shop, secret)).status).toBe(400); // it was voided
  const { body: rest } = await buyer.ask('GET', `/api/purchases/${free.placed._id}`);
  expect(rest).toMatchObject({ toPay: 8.5, delivery: { price: 4.5 }, tax: { ofToPay: 1.36 } });
  const { body: cancelled } = await buyer.ask('GET', `/api/my_order/${free.dear}/history`);
  expect(cancelled.history.at(-1)).toMatchObject({
    ...{ kind: 'cancelled', reason: 'Delivery of what is left costs $4.50 instead of $0.00' },
  });
  const { body: staying } = await buyer.ask('GET', `/api/my_order/${free.light}/history`);
  expect(staying.history).toMatchObject([{ kind: 'placed', amount: 4 }]);
  const again = await buyer.ask('POST', '/api/purchases', free.body, { 'idempotency-key': 'free' });
  expect(again.body).toEqual(free.placed);
  await payOrder(shop, buyer, free.light, { price: 8.5 });
  const { body: paid } = await buyer.ask('GET', `/api/purchases/${free.placed._id}`);
  expect(paid.invoices).toMatchObject([{ total: 8.5, tax: 1.36 }]);

  expect((await cancel(buyer, dear.dear)).body).toMatchObject({ toPay: 5.5, delivery: 1.5 });
  expect((await cancel(buyer, dear.light)).body).toEqual({ deletedCount: 1, toPay: 0, delivery: 0 });
  // the shop makes nothing dearer, but takes no more than its rules say
  expect((await cancel(admin, ofStaff.dear)).body).toMatchObject({ toPay: 4, delivery: 0 });
  expect((await cancel(admin, cheaper.dear)).body).toMatchObject({ toPay: 5.5, delivery: 1.5 });
  await expire([ofStaff.light, cheaper.light]);
  expect(await findDifferences(shop)).toEqual([]);
  await saveDeliveryRules(admin, rules);
});

test('an expired part makes what is left not dearer, and what a card cannot pay can be paid with its delivery', async () => {
  const dear = await givenPart(shop, { price: 3_000, stock: 10 });
  const cheap = await givenPart(shop, { price: 30, stock: 10 });
  const { lines } = purchaseBody([dear, cheap]);
  const buy = async (method: string) => {
    const body = { lines, address, deliveryMethod: method };
    const { orders } = (await buyer.ask('POST', '/api/purchases', body)).body;
    return [dear, cheap].map((id) => orders.find(({ partsId }) => partsId === id)?._id ?? '');
  };
  const [first = '', second = ''] = await buy('germany.van');
  await expire([first]);
  expect((await buyer.ask('GET', `/api/my_order/${second}`)).body).toMatchObject({ toPay: 0.3, delivery: 0 });
  const [left = '', rest = ''] = await buy('germany.van');
  expect((await buyer.ask('DELETE', `/api/manage_order/${left}`)).body).toMatchObject({ toPay: 4.8 });
  await payOrder(shop, buyer, rest, { price: 4.8 });
  const [collected = '', small = ''] = await buy('shop.van');
  await buyer.ask('DELETE', `/api/manage_order/${collected}`);
  expect(await buyer.ask('POST', '/api/create-payment-intent', { orderId: small })).toMatchObject(
    refusal(409, 'rest-too-small'),
  );
  expect(await findDifferences(shop)).toEqual([]);
});

/** These orders alone. */
async function expire(ids: string[]): Promise<void> {
  for (const id of ids) await changeRows(shop, 'orders', { id }, { expires_at: new Date(0) });
  await expireOrders(shop.dependencies, { at: shop.clock.now ?? new Date() });
}
