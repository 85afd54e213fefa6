/** Carrier and tracking number: told when an order is shipped or afterwards, put right, and kept as they were told. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findShopDay } from '#delivery/database/delivery-rules.ts';
import { defaultDeliveryRules } from '#delivery/rules/rules.ts';
import { addDays } from '#kernel/calendar.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import { describeDeliveredDay } from '#orders/rules/packing.ts';
import { drawPackingPapers } from '#orders/use-cases/draw-packing-papers.ts';
import { upsertDispute } from '#payments/database/disputes.ts';
import { isClosed } from '#payments/rules/disputes.ts';
import {
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  givenPurchase,
  type Person,
  payOrder,
  readRow,
  readRows,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { saveDeliveryRules } from '../support/given-rules.ts';
import { givenDispute } from '../support/orders.ts';
import { readPdfPages } from '../support/pdf-text.ts';
import { givenShop, untilJobsAreDone } from '../support/shop.ts';

const shop = await givenShop({ runsJobs: true });
const { buyer, admin } = await givenBuyerAndAdmin(shop);

test('an order that was shipped at once gets its tracking number afterwards, and its buyer is told, once', async () => {
  const id = await givenShipped({}, 'Testco Hasty');
  const given = await correct(id, { carrier: 'Rural Post', tracking: 'RP 1' });
  expect(given).toMatchObject({
    status: 200,
    body: { _id: id, status: 'shipped', carrier: 'Rural Post', tracking: 'RP 1', modifiedCount: 1 },
  });
  expect((await correct(id, { carrier: 'Rural Post', tracking: 'RP 2' })).body.modifiedCount).toBe(1);
  expect((await buyer.ask('GET', `/api/my_order/${id}`)).body).toMatchObject({ tracking: 'RP 2' });

  const mails = await readMails([id]);
  const kinds = ['paid', 'placed', 'shipped', 'tracked'];
  expect(mails.map((mail) => mail.id).sort()).toEqual(kinds.map((kind) => `${id}-${kind}`));
  const [tracked] = await readMails([id], 'tracked');
  expect(tracked?.subject).toBe('The tracking number of your Testco Hasty');
  expect(tracked?.text).toContain('Carrier: Rural Post\nTracking number: RP ');
});

test('the number of a carrier that the owner knows is checked, and leads to its page', async () => {
  const carrier = {
    ...{ name: 'Parcel Line', numbers: '@@####' },
    template: 'https://track.example/find?id={number}&lang=en',
  };
  await saveDeliveryRules(admin, { ...defaultDeliveryRules, carriers: [carrier] });
  const { _id } = await givenPaidOrder(shop, buyer, await givenPart(shop));
  const ship = (tracking: string) =>
    admin.ask('PATCH', `/api/manage_order/${_id}`, { status: 'shipped', carrier: 'parcel line', tracking });
  for (const [tracking, message] of [
    ['PL123', 'Numbers of Parcel Line look like @@####'],
    ['PL1234&id=x', 'A tracking number has only letters, digits and hyphens'],
    ['PL1', 'A tracking number has 4 to 40 characters'],
  ] as const) {
    const errors = [{ path: 'tracking', message: expect.stringContaining(message) }];
    expect(await ship(tracking)).toMatchObject({ status: 400, body: { errors } });
  }
  const link = 'https://track.example/find?id=PL1234&lang=en';
  expect((await ship('PL 1234')).body).toMatchObject({ tracking: 'PL1234', trackingLink: link });
  expect((await buyer.ask('GET', `/api/my_order/${_id}`)).body.trackingLink).toBe(link);
  const [mail] = await readMails([_id], 'shipped');
  expect(mail?.text).toContain(`Tracking number: PL1234\n  ${link}`);
  expect((await correct(_id, { carrier: 'Parcel Line', tracking: 'x' })).status).toBe(400);
  expect((await correct(_id, { carrier: 'Other Post', tracking: 'x' })).body.trackingLink).toBeNull();
});

test('many orders are shipped at once: a line that cannot be does not keep the others, and twice is once', async () => {
  const part = await givenPart(shop, { stock: 50 });
  const paid = [await givenPaidOrder(shop, buyer, part), await givenPaidOrder(shop, buyer, part)];
  const { _id: unpaid } = await givenOrder(shop, buyer, part);
  const [one = '', other = ''] = paid.map(({ _id }) => _id);
  const lines = [
    { order: formatOrderNumber(one).toLowerCase(), tracking: 'A 1' },
    { order: unpaid, tracking: 'A 2' },
    { order: 'K7Q3M-9XT2B', tracking: 'A 3' },
    { order: other, tracking: 'A 4' },
  ];
  const send = async (isPreview: boolean) => {
    const { body } = await admin.ask('POST', '/api/shipments', { lines, carrier: 'Rural Post', isPreview });
    return [body.done, ...body.lines.map(({ outcome }) => outcome)];
  };
  const states = async () =>
    Promise.all([one, other].map(async (id) => (await buyer.ask('GET', `/api/my_order/${id}`)).body.status));
  expect(await send(true)).toEqual([2, 'done', 'refused', 'refused', 'done']);
  expect(await states()).toEqual(['paid', 'paid']);
  expect(await send(false)).toEqual([2, 'done', 'refused', 'refused', 'done']);
  expect(await states()).toEqual(['shipped', 'shipped']);
  expect(await send(false)).toEqual([0, 'repeated', 'refused', 'refused', 'repeated']);
  const again = { lines: [{ order: one, tracking: 'B 1' }], isPreview: false };
  const { body } = await admin.ask('POST', '/api/shipments', again);
  expect(body.lines[0]).toMatchObject({ outcome: 'refused', detail: expect.stringMatching(/shipped/) });
});

test('an order whose number is refused is not shipped by another line without one', async () => {
  const ids = await givenPaidPurchase();
  const lines = [{ order: ids[0] ?? '', tracking: 'PL 12' }, ...ids.map((order) => ({ order }))];
  const request = { lines, carrier: 'Parcel Line', wholePurchases: true, isPreview: false };
  const { body } = await admin.ask('POST', '/api/shipments', request);
  const detail = expect.stringContaining('Numbers of Parcel Line look like');
  expect(body).toMatchObject({ done: 0, lines: lines.map(() => ({ outcome: 'refused', detail })) });
});

test('the preview refuses a second number for what another line ships, as the shipment does, and names both', async () => {
  const [one = '', other = ''] = await givenPaidPurchase();
  const lines = [
    ...[one, one, other].map((order, index) => ({ order, tracking: index === 0 ? 'B 1' : 'B 2' })),
    { order: other, tracking: 'B 1' },
  ];
  for (const isPreview of [true, false]) {
    const request = { lines, wholePurchases: true, isPreview };
    const { body } = await admin.ask('POST', '/api/shipments', request);
    expect(body.lines.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'refused', 'repeated']);
    const detail = 'Another line ships it with B 1, so it cannot have B 2: an order has one tracking number';
    expect(body).toMatchObject({ done: 2, lines: [{ detail: null }, { detail }, { detail }, {}] });
  }
});

test('the papers of a packing table are of the orders that are chosen, with each purchase on a slip', async () => {
  const part = await givenPart(shop, { stock: 50 });
  const paid = [await givenPaidOrder(shop, buyer, part), await givenPaidOrder(shop, buyer, part)];
  const orders = paid.map(({ _id }) => _id);
  for (const [kind, pages] of [
    ['pick-list', 1],
    ['slips', 2],
  ] as const) {
    const { status, body, headers } = await admin.ask('POST', '/api/packing_papers', { orders, kind });
    const pdf = String(body);
    expect([status, pdf.slice(0, 5), pdf.match(/\/Type \/Page\b/g)?.length]).toEqual([200, '%PDF-', pages]);
    expect(headers['content-disposition']).toContain(`filename="${kind}.pdf"`);
  }
  // an order by a location as text names its buyer nowhere else
  const slips = await readPapers('slips', orders);
  expect(slips.map((page) => page.includes(buyer.name))).toEqual([true, true]);
  const unpaid = { orders: [(await givenOrder(shop, buyer, part))._id], kind: 'slips' as const };
  expect((await admin.ask('POST', '/api/packing_papers', unpaid)).status).toBe(404);
});

test('units that went back into the stock before the order was shipped are not packed, and no mail says so', async () => {
  const part = await givenPart(shop, { stock: 50, price: 1_000, name: 'Testco Reduced' });
  const { _id } = await givenPaidOrder(shop, buyer, part, 3);
  await giveBack(_id, { amount: 10, returnedUnits: 1 });
  const toPack = async () => (await admin.ask('GET', '/api/manage_orders?status=paid&sort=promised')).body;
  expect(await toPack()).toContainEqual(expect.objectContaining({ _id, quantity: 3, parcelUnits: 2 }));
  expect((await readPapers('pick-list', [_id]))[0]).toContain('2 units of 1 part');
  const lines = [{ order: _id.toUpperCase() }];
  for (const isPreview of [true, false]) {
    const { body } = await admin.ask('POST', '/api/shipments', { lines, isPreview });
    expect(body).toMatchObject({ done: 1, lines: [{ orders: [{ _id, quantity: 2 }] }] });
  }
  const [mail] = await readMails([_id], 'shipped');
  expect(mail?.text).toContain('2 × Testco Reduced, $10.00 each\nTotal: $30.00\nRefunded: $10.00\n');
  await giveBack(_id, { amount: 10, returnedUnits: 1 }); // this one was in the parcel
  expect((await readPapers('pick-list', [_id]))[0]).toContain('2 units of 1 part');
});

test('an order whose units are all back in the stock is not packed any more, and keeps no other from its parcel', async () => {
  const [kept = '', back = ''] = await givenPaidPurchase();
  const overview = async () => (await admin.ask('GET', '/api/overview')).body.toShip;
  const before = await overview();
  await giveBack(back, { amount: 1, returnedUnits: 1 });
  expect(await overview()).toBe(before - 1);
  const { body: toPack } = await admin.ask('GET', '/api/manage_orders?status=paid&sort=promised');
  expect(toPack.filter(({ _id }) => _id === kept || _id === back)).toMatchObject([{ _id: kept }]);
  expect((await admin.ask('GET', `/api/my_order/${back}`)).body).toMatchObject({
    ...{ status: 'paid', parcelUnits: 0, promise: null },
  });
  const papers = { orders: [back], kind: 'slips' };
  expect((await admin.ask('POST', '/api/packing_papers', papers)).status).toBe(404);
  expect(await admin.ask('PATCH', `/api/manage_order/${back}`, { status: 'shipped' })).toMatchObject(
    refusal(409, 'nothing-to-ship'),
  );
  const lines = [{ order: kept }];
  const wanted = { lines, wholePurchases: true, isPreview: false };
  expect((await admin.ask('POST', '/api/shipments', wanted)).body).toMatchObject({
    ...{ done: 1, lines: [{ outcome: 'done', orders: [{ _id: kept }] }] },
  });
  expect((await readMails([kept], 'shipped'))[0]?.text).not.toContain('still to come');
});

test('a parcel has all paid orders of a purchase, and a carrier’s report delivers it, with one mail', async () => {
  const buyer = await givenPerson(shop);
  const ids = await givenPaidPurchase(buyer);
  const [first = '', other = ''] = ids;
  const lines = [{ order: first, tracking: 'PURCHASE1' }, { order: other }];
  const request = { lines, wholePurchases: true, isPreview: false };
  const { body } = await admin.ask('POST', '/api/shipments', request);
  expect([body.done, ...body.lines.map(({ outcome }) => outcome)]).toEqual([2, 'done', 'repeated']);
  expect(await readMails(ids, 'shipped')).toHaveLength(1);

  await sql`update order_moves set moved_at = moved_at - interval '2 days' from orders
    where orders.id = order_id and tracking = 'PURCHASE1' and to_state = 'shipped'`.execute(shop.db);

  const report = async (order: string, deliveredOn: string, isPreview = false) => {
    const answer = await admin.ask('POST', '/api/deliveries', { lines: [{ order, deliveredOn }], isPreview });
    return [answer.body.done, answer.body.lines[0]?.outcome, answer.body.lines[0]?.detail];
  };
  const today = await findShopDay(shop.db, new Date());
  expect(await report('PURCHASE 1', '2999-01-01')).toEqual([0, 'refused', 'This day is still to come']);
  const early = 'This day is before the order was shipped';
  for (const isPreview of [true, false])
    expect(await report('PURCHASE 1', '2026-11-01', isPreview)).toEqual([0, 'refused', early]);
  const day = addDays(today, -2);
  expect(await report('PURCHASE 1', day, true)).toEqual([2, 'done', null]);
  expect(await report('PURCHASE 1', day)).toEqual([2, 'done', null]);
  expect(await report(first, day)).toEqual([0, 'repeated', null]);
  expect(await report('PURCHASE 2', day)).toEqual([0, 'refused', 'There is no such order.']);
  const { history } = (await buyer.ask('GET', `/api/my_order/${first}/history`)).body;
  expect(history.at(-1)).toMatchObject({
    kind: 'delivered',
    reason: describeDeliveredDay(day, today),
  });
  const listed = (await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`)).body;
  expect(listed.map(({ deliveredOn }) => deliveredOn)).toEqual([day, day]);
});

test('three parts that are shipped at once are one mail, which names each parcel', async () => {
  const names = ['Testco One', 'Testco Two', 'Testco Three'];
  const parts = await Array.fromAsync(names, (name) => givenPart(shop, { name }));
  const { orders } = await givenPurchase(buyer, parts);
  const [first = ''] = orders.map(({ _id }) => _id);
  await payOrder(shop, buyer, first);
  const lines = orders.map(({ _id, partsName }) => ({
    ...{ order: _id, tracking: partsName === 'Testco Two' ? 'RP 2' : 'RP 1' },
  }));
  const request = { lines: [...lines, { order: 'K7Q3M-9XT2B' }], carrier: 'Rural Post', isPreview: false };
  const { body } = await admin.ask('POST', '/api/shipments', request);
  expect(body.lines.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'refused']);
  const ids = orders.map(({ _id }) => _id);
  const [mail, ...others] = await readMails(ids, 'shipped');
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(
    /Parcel with: Testco (One|Three), Testco (One|Three)\nCarrier: Rural Post\nTracking number: RP 1\n/,
  );
  expect(mail?.text).toContain('Parcel with: Testco Two\nCarrier: Rural Post\nTracking number: RP 2\n');
});

test('a buyer who got the tracking number with the shipment gets no other mail when it is corrected', async () => {
  const id = await givenShipped({ carrier: 'Rural Post', tracking: 'RP 1' });
  await correct(id, { carrier: 'Rural Post', tracking: 'RP 2' });
  await correct(id, { carrier: 'Rural Post' });
  await correct(id, { tracking: 'RP 3' });
  expect(await readMails([id], 'shipped')).toHaveLength(1);
  expect(await readMails([id], 'tracked')).toEqual([]);
});

test('the history lists every change with its time, and its author for administrators only', async () => {
  const id = await givenShipped({ carrier: 'Rural Post' });
  await correct(id, { carrier: 'Rural Post', tracking: 'RP 1' });
  await correct(id, { carrier: 'Town Post', tracking: 'RP 1' });
  await correct(id, {});
  const entries = [
    { kind: 'shipped', by: 'administrator', carrier: 'Rural Post', tracking: null },
    { kind: 'tracking-given', by: 'administrator', carrier: 'Rural Post', tracking: 'RP 1' },
    { kind: 'shipment-corrected', by: 'administrator', carrier: 'Town Post', tracking: 'RP 1' },
    { kind: 'shipment-corrected', by: 'administrator', carrier: null, tracking: null },
  ];
  const historyFor = async (person: Person) =>
    (await person.ask('GET', `/api/my_order/${id}/history`)).body.history;
  for (const [person, byName] of [
    [admin, 'Ada Admin'],
    [buyer, null],
  ] as const)
    expect((await historyFor(person)).slice(2)).toMatchObject(entries.map((entry) => ({ ...entry, byName })));
  const changes = await readRows(shop, 'admin_changes', { subject_id: id });
  expect(changes.map(({ admin_id, after }) => ({ admin_id, after }))).toEqual([
    { admin_id: admin.id, after: { state: 'shipped', carrier: 'Rural Post', tracking: null } },
    ...entries
      .slice(1)
      .map(({ carrier, tracking }) => ({ admin_id: admin.id, after: { carrier, tracking } })),
  ]);
});

test('a correction of what somebody else has corrected meanwhile says so, and changes nothing', async () => {
  const id = await givenShipped({ carrier: 'Rural Post', tracking: 'RP 1' });
  const seen = { carrier: 'Rural Post', tracking: 'RP 1' };
  expect((await correct(id, { ...seen, tracking: 'RP 2', seen })).body.modifiedCount).toBe(1);
  const conflict = await correct(id, { carrier: 'Town Post', tracking: 'RP 3', seen });
  expect(conflict).toMatchObject(
    refusal(409, 'changed-meanwhile', { current: { tracking: 'RP 2' }, errors: [{ path: 'tracking' }] }),
  );
  expect((await admin.ask('GET', `/api/my_order/${id}`)).body).toMatchObject({ ...seen, tracking: 'RP 2' });
  const other = { carrier: 'Town Post', tracking: 'RP 3' };
  expect((await correct(id, { ...other, seen: { ...seen, tracking: 'RP 2' } })).body).toMatchObject(other);
});

test('unchanged details leave no record, however often they are sent at once', async () => {
  const id = await givenShipped({});
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => correct(id, { carrier: ' Rural Post ', tracking: 'RP 1' })),
  );
  expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 0, 0, 1]);
  const { history } = (await buyer.ask('GET', `/api/my_order/${id}/history`)).body;
  expect(history.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'shipped', 'tracking-given']);
});

test('an order that was not shipped has nothing to correct, nor has one that does not exist', async () => {
  const part = await givenPart(shop);
  const unpaid = (await givenOrder(shop, buyer, part))._id;
  const paid = (await givenPaidOrder(shop, buyer, part))._id;
  for (const id of [unpaid, paid]) {
    expect(await correct(id, { tracking: 'RP 1' })).toMatchObject(refusal(409, 'order-not-shipped'));
    expect((await buyer.ask('GET', `/api/my_order/${id}`)).body.tracking).toBeNull();
  }
  expect((await correct(randomUUIDv7(), { tracking: 'RP 1' })).status).toBe(404);
});

test('a shipped order has arrived once its buyer or an administrator says so, and who said it is kept', async () => {
  const arrive = (person: Person, id: string) => person.ask('PUT', `/api/my_order/${id}/delivered`);
  for (const [person, by] of [
    [buyer, 'buyer'],
    [admin, 'administrator'],
  ] as const) {
    const id = await givenShipped({});
    const answers = await Promise.all([arrive(person, id), arrive(person, id), arrive(person, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 1]);
    const today = await findShopDay(shop.db, new Date());
    expect(answers.map(({ body }) => body.deliveredOn)).toEqual([today, today, today]);
    const { history } = (await admin.ask('GET', `/api/my_order/${id}/history`)).body;
    expect(history.slice(2)).toMatchObject([
      { kind: 'shipped' },
      { kind: 'delivered', by, byName: by === 'buyer' ? null : 'Ada Admin' },
    ]);
    const last = (await readRows(shop, 'admin_changes', { subject_id: id })).at(-1);
    const change = expect.objectContaining({
      admin_id: admin.id,
      before: { state: 'shipped', delivered_on: null },
      after: { state: 'delivered', delivered_on: today },
    });
    if (by === 'buyer') expect(last).not.toEqual(change);
    else expect(last).toEqual(change);
  }
});

test('what was not shipped cannot arrive, and nobody else can say that it has', async () => {
  const stranger = await givenPerson(shop);
  const { _id } = await givenPaidOrder(shop, buyer);
  expect(await buyer.ask('PUT', `/api/my_order/${_id}/delivered`)).toMatchObject({
    status: 409,
    body: { detail: 'This order is paid; only a shipped order can arrive.' },
  });
  expect((await stranger.ask('PUT', `/api/my_order/${_id}/delivered`)).status).toBe(404);
  expect((await buyer.ask('GET', `/api/my_order/${_id}`)).body.status).toBe('paid');
});

test.each([
  ['open', 'needs_response', null],
  ['lost', 'lost', new Date()],
])(
  'an order whose dispute is %s says so, is listed, and ships only when that is confirmed',
  async (dispute, status, closed_at) => {
    const { _id: id } = await givenPaidOrder(shop, buyer);
    const delay = { orderId: id, amount: 1, reason: 'A delay.' };
    expect((await admin.ask('POST', '/api/refunds', delay)).status).toBe(201); // a bank takes back what is left
    const { amount_cents } = await readRow(shop, 'payments', { order_id: id });
    await givenDispute(shop, id, new Date(), { status, closed_at, amount_cents: amount_cents - 100 });
    const isLost = dispute === 'lost';
    const shown = await buyer.ask('GET', `/api/my_order/${id}`);
    expect(shown.body).toMatchObject({ status: 'paid', dispute, paymentLost: isLost });
    expect(shown.body.promise === null, 'nothing is promised').toBe(isLost);
    const list = `/api/manage_orders?status=disputed&q=${id}`;
    expect((await admin.ask('GET', list)).body).toMatchObject([{ _id: id, dispute }]);
    // whose money is gone, nobody waits for
    for (const which of ['status=to-ship', 'status=paid&sort=promised'] as const)
      expect((await admin.ask('GET', `/api/manage_orders?${which}&q=${id}`)).body.length).toBe(
        isLost ? 0 : 1,
      );
    const ship = (body: object) =>
      admin.ask('PATCH', `/api/manage_order/${id}`, { status: 'shipped', ...body });
    for (const body of [{}, { despiteDispute: false }])
      expect(await ship(body)).toMatchObject(refusal(409, 'dispute-unconfirmed', { dispute }));
    expect(await ship({ despiteDispute: true })).toMatchObject({
      status: 200,
      body: { status: 'shipped', dispute },
    });
  },
);

test('a dispute that was won, or an inquiry that is over, is no reason to ask', async () => {
  const { _id: id } = await givenPaidOrder(shop, buyer);
  for (const status of ['won', 'warning_closed'])
    await givenDispute(shop, id, new Date(), { status, closed_at: new Date() });
  expect((await admin.ask('GET', `/api/manage_orders?status=disputed&q=${id}`)).body).toEqual([]);
  const shipped = await admin.ask('PATCH', `/api/manage_order/${id}`, { status: 'shipped' });
  expect(shipped).toMatchObject({ status: 200, body: { dispute: null } });
});

test('an inquiry that was over and is escalated is open again; a late answer opens no closed dispute', async () => {
  const { _id: id } = await givenPaidOrder(shop, buyer);
  const closed_at = new Date();
  const dispute = await givenDispute(shop, id, closed_at, { status: 'warning_closed', closed_at });
  const row = await shop.db
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', dispute)
    .executeTakeFirstOrThrow();
  const hear = async (status: string) => {
    const id = await upsertDispute(shop.db, {
      ...row,
      ...{ id: randomUUIDv7(), status, closed_at: isClosed(status) ? closed_at : null },
    });
    return [id, (await admin.ask('GET', `/api/my_order/${row.order_id}`)).body.dispute];
  };
  expect(await hear('warning_under_review')).toEqual([undefined, null]);
  expect(await hear('needs_response')).toEqual([dispute, 'open']);
  expect(await hear('needs_response')).toEqual([undefined, 'open']);
  expect(await hear('lost')).toEqual([undefined, 'lost']);
  expect(await hear('under_review')).toEqual([undefined, 'lost']);
});

/** Of two parts; answers the ids of its orders. */
async function givenPaidPurchase(by = buyer): Promise<string[]> {
  const { orders } = await givenPurchase(by, [await givenPart(shop), await givenPart(shop)]);
  const ids = orders.map(({ _id }) => _id);
  await payOrder(shop, by, ids[0] ?? '');
  return ids;
}

/** The mails about these orders, of all kinds unless one is named, once all are sent. */
async function readMails(orderIds: string[], kind = '') {
  await untilJobsAreDone(shop.db, 'mail-');
  return shop.mails.filter(({ id }) => orderIds.some((each) => id.startsWith(`${each}-${kind}`)));
}

async function giveBack(orderId: string, units: { amount: number; returnedUnits: number }): Promise<void> {
  const { status } = await admin.ask('POST', '/api/refunds', { orderId, reason: 'Too many.', ...units });
  expect(status).toBe(201);
}

/** The text of each page. */
async function readPapers(kind: 'pick-list' | 'slips', orderIds: string[]): Promise<string[]> {
  const viewer = { ...admin, role: 'admin', isConfirmed: true } as const;
  const pdf = await drawPackingPapers(shop.dependencies, { viewer, orderIds, kind, at: new Date() });
  return readPdfPages(pdf as Buffer);
}

async function givenShipped(shipment: object, name = 'Testco Sent'): Promise<string> {
  const part = await givenPart(shop, { name });
  const { _id } = await givenPaidOrder(shop, buyer, part);
  const shipped = await admin.ask('PATCH', `/api/manage_order/${_id}`, { status: 'shipped', ...shipment });
  expect(shipped.status).toBe(200);
  return _id;
}

function correct(id: string, shipment: object) {
  return admin.ask('PUT', `/api/manage_order/${id}/shipment`, shipment);
}
