/** Invoices and the notes that correct them: numbered without gaps, never changed, equal to what was paid and refunded. */
import { createHash, randomUUIDv7 } from 'node:crypto';
import { readFile as readFileText } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Purchase } from '#app/contract/purchases.ts';
import { exampleAddress } from '#delivery/contract/addresses.ts';
import { defaultDeliveryRules } from '#delivery/rules/rules.ts';
import { findNumberFaults, insertInvoice } from '#invoices/database/invoices.ts';
import { exampleDelivery } from '#orders/contract/orders.ts';
import type { Database } from '#platform/database/connect.ts';
import { CARDS } from '#sandbox/testing/sandbox.ts';
import {
  countLockWaits,
  givenPart,
  insertRows,
  purchaseBody,
  readRow,
  readRows,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { saveDeliveryRules, saveSettings, trySettings } from '../support/given-rules.ts';
import { findDifferences } from '../support/invariants.ts';
import { findPdfFaults, readPdfPages } from '../support/pdf-text.ts';
import { projectRoot } from '../support/processes.ts';
import { makePurchaseActions } from '../support/purchases.ts';
import { givenShop, untilJobsAreDone } from '../support/shop.ts';

const migration = `${projectRoot}/src/platform/database/migrations/0135-one-number-per-document.sql`;
const shop = await givenShop({ runsJobs: true });
const { buyer, admin } = await givenBuyerAndAdmin(shop);
const { cancel, pay, read } = makePurchaseActions(shop, buyer);

const board = await givenPart(shop, { name: 'Testco Board', price: 10_001, stock: 1_000 });
const fan = await givenPart(shop, { name: 'র‍্যাম Testco Fan', price: 999, stock: 1_000 });
const [town, country] = structuredClone(defaultDeliveryRules.zones);
if (!town || !country) throw new Error('The default rules have two zones');
for (const method of country.methods) method.prices = [{ from: 0, priceCents: 750 }];
const desk = {
  ...structuredClone(town),
  ...{ id: 'desk', name: 'Desk', pickUpAt: '12 Elephant Road', areas: [] },
};
for (const method of desk.methods) method.id = 'pick-up';
const zones = [town, country, desk].map((zone) => ({ ...zone, tax: { name: 'VAT', rate: 1500 } }));
await saveDeliveryRules(admin, { ...defaultDeliveryRules, zones });

async function place(quantities = [1, 2]): Promise<Purchase> {
  return (await buyer.ask('POST', '/api/purchases', purchaseBody([board, fan], quantities))).body;
}

async function payAll(purchase: Purchase, card = CARDS.good) {
  const [order] = purchase.orders.filter(({ status }) => status === 'unpaid');
  if (!order) throw new Error('Nothing is unpaid');
  expect((await pay(order, card)).paid).toBe(true);
  return await read(purchase);
}

async function refund(purchase: Purchase, amounts: (number | undefined)[]) {
  for (const [index, amount] of amounts.entries()) {
    const orderId = purchase.orders[index]?._id;
    const body = { orderId, reason: 'Sent back.', ...(amount === undefined ? {} : { amount }) };
    expect((await admin.ask('POST', '/api/refunds', body)).status).toBe(201);
  }
  return await read(purchase);
}

async function readFile(id: string, by = buyer) {
  const { status, headers } = await by.ask('GET', `/api/invoices/${id}/file`);
  const { pdf, sha256 } = await readRow(shop, 'invoice_files', { invoice_id: id });
  return { status, headers, pdf, sha256, text: readPdfPages(pdf).join('\n').replaceAll('\n', '') };
}

describe('an invoice', () => {
  test('is issued when a purchase is paid, and its document says what was bought, paid and taxed', async () => {
    await saveSettings(admin, { companyName: 'Testco Ltd.', invoicePrefix: 'T/26-' });
    const placed = await place();
    expect((await read(placed)).invoices).toEqual([]);
    const { invoices, total } = await payAll(placed);
    const issued = { kind: 'invoice', number: 'TEST-T/26-000001', total: 127.49, tax: 16.63, reason: null };
    expect(invoices).toEqual([expect.objectContaining(issued)]);
    expect(total).toBe(127.49);
    const { status, headers, pdf, sha256, text } = await readFile(invoices[0]?._id ?? '');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toContain('filename="TEST-T-26-000001.pdf"');
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256);
    expect(findPdfFaults(pdf)).toEqual([]);
    const parts = ['Testco Board', 'Testco Fan', '$100.01', '$7.50'];
    for (const said of ['Invoice (test)', 'TEST-T/26-000001', 'Testco Ltd.', ...parts])
      expect(text).toContain(said);
    expect(text).toMatch(/Total, paid\$127\.49of it VAT 15%\$16\.63without VAT\$110\.86/);
  });

  test('is attached to the mail about the payment, and its document is made once', async () => {
    const { invoices, orders } = await payAll(await place());
    await untilJobsAreDone(shop.db, 'mail-');
    const mail = shop.mails.find(({ id }) => id === `${orders[0]?._id}-paid`);
    const id = invoices[0]?._id ?? '';
    const [kept, again] = [await readFile(id), await readFile(id, admin)];
    expect(mail?.attachments).toEqual([
      { filename: `${invoices[0]?.number}.pdf`, content: kept.pdf, contentType: 'application/pdf' },
    ]);
    expect(again.pdf.equals(kept.pdf)).toBe(true);
  });

  test('stays as it is, whatever becomes of settings and address; nobody can change or delete it', async () => {
    const placed = await place();
    const { invoices, orders } = await payAll(placed);
    const id = invoices[0]?._id ?? '';
    const before = await readRow(shop, 'invoices', { id });
    await saveSettings(admin, { companyName: 'Another Ltd.', invoicePrefix: 'N-' });
    const path = `/api/my_order/${orders[0]?._id ?? ''}/address` as const;
    const corrected = await buyer.ask('PUT', path, { address: exampleAddress });
    expect(corrected.body.location).toContain('1 rue A');
    expect(await readRow(shop, 'invoices', { id })).toEqual(before);
    const { seller, buyer: billed } = before.content;
    expect(billed?.location).toBe(orders[0]?.location);
    expect((await read(placed)).invoices[0]).toMatchObject({ seller, buyer: billed });
    await readFile(id);
    for (const change of [
      ...['delete from invoices', 'truncate invoices cascade', 'update invoices set total_cents = 1'],
      ...['delete from invoice_files', 'truncate invoice_files', "update invoice_files set sha256 = ''"],
    ])
      await expect(sql.raw(change).execute(shop.db)).rejects.toThrow('only ever added to');
  });

  test('gets the next number, also when many are paid at once and transactions fail between them', async () => {
    const placed = await Array.fromAsync({ length: 4 }, () => place([1, 1]));
    const fail = async () => {
      const row = await readRow(shop, 'invoices', { kind: 'invoice' });
      await shop.db
        .transaction()
        .execute(async (transaction) => {
          const { id: _, series, number, ...again } = row;
          // the payment has an invoice, so that this fails after it has taken a number
          await insertInvoice(transaction, again);
        })
        .then(() => Promise.reject(new Error('A payment got two invoices')))
        .catch((error: Error) => expect(error.message).toContain('one_invoice_per_payment'));
    };
    await Promise.all(placed.flatMap((purchase) => [payAll(purchase), fail()]));
    const rows = await readRows(shop, 'invoices', { series: 'test-invoice' });
    const numbers = rows.map(({ number }) => number).sort((one, other) => one - other);
    expect(numbers.length).toBeGreaterThanOrEqual(4);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test('is not dated before the one with the number before, when both are paid at midnight', async () => {
    const purchases = [await place(), await place()];
    const paid: ReturnType<typeof payAll>[] = [];
    await shop.db.transaction().execute(async (transaction) => {
      await sql`select from invoice_counters for update`.execute(transaction);
      for (const purchase of purchases) {
        // in Dhaka midnight, and then a second before it
        shop.clock.now = new Date(Date.UTC(2026, 0, 31, 18, 0, -paid.length));
        paid.push(payAll(purchase));
        await expect.poll(() => countLockWaits(shop)).toBe(paid.length);
      }
    });
    const invoices = (await Promise.all(paid)).flatMap(({ invoices }) => invoices);
    shop.clock.now = undefined;
    const issued = expect.objectContaining({ issuedAt: '2026-01-31T18:00:00.000Z' });
    expect(invoices).toEqual([issued, issued]);
  });
});

test('the page of a document says what its PDF says, at midnight too: both are by the clocks of the shop', async () => {
  shop.clock.now = new Date('2026-01-15T18:30:00Z'); // half past midnight in Dhaka
  const [invoice] = (await payAll(await place())).invoices;
  shop.clock.now = undefined;
  const { text } = await readFile(invoice?._id ?? '');
  const { document } = invoice ?? {};
  expect(document?.facts).toContainEqual({ name: 'Issued', value: '16 January 2026 at 00:30 GMT+6' });
  const isLatin = (said: string) => /^[\x20-\x7e]*$/.test(said);
  const said = [
    ...[document?.title, document?.number, document?.shop],
    ...[...(document?.from ?? []), ...(document?.to ?? [])].flatMap((lines) => lines.split('\n')),
    ...(document?.facts ?? []).flatMap(({ name, value }) => [name, value]),
    ...[...(document?.lines ?? []), ...(document?.totals ?? [])].flatMap((row) => Object.values(row)),
  ].filter((one): one is string => typeof one === 'string' && isLatin(one));
  expect(said.length).toBeGreaterThan(20);
  for (const one of said) expect(text).toContain(one);
});

describe('an invoice for somebody else', () => {
  const billing = {
    company: 'Bea & Sons',
    vatNumber: 'de 123.456.789',
    address: { country: 'DE', name: 'Accounts', line1: 'Allee 1', town: 'Berlin', postcode: '10115' },
  };
  const order = (body: object) =>
    buyer.ask('POST', '/api/purchases', { ...purchaseBody([board], [1]), ...body });

  test('has company, VAT number and address as they were given, and where the parts go', async () => {
    const { body: placed } = await order({ billing });
    expect(placed.billing).toMatchObject({ company: 'Bea & Sons', vatNumber: 'DE123456789' });
    const [invoice] = (await payAll(placed)).invoices;
    const { document, buyer: billed } = invoice ?? {};
    expect(billed).toMatchObject({ company: 'Bea & Sons', vatNumber: 'DE123456789', name: 'Accounts' });
    const address = 'Accounts\nAllee 1\n10115 Berlin\nGermany';
    expect(document?.to.slice(0, 3)).toEqual(['Bea & Sons', address, 'VAT number: DE123456789']);
    const going = { name: 'Delivered to', value: placed.orders[0]?.location.replaceAll('\n', ', ') };
    expect(document?.facts).toContainEqual(going);
    const { body: shown } = await buyer.ask('GET', `/api/my_order/${placed.orders[0]?._id ?? ''}`);
    expect(shown.billTo).toEqual(['Bea & Sons', ...address.split('\n'), 'VAT number: DE123456789']);
  });

  test('is for the buyer where parts are collected and nothing else is said', async () => {
    const pickUp = { location: undefined, deliveryMethod: 'desk.pick-up' };
    const { body: placed } = await order(pickUp);
    const [invoice] = (await payAll(placed)).invoices;
    const { document } = invoice ?? {};
    expect(document?.to).toEqual(['Bea Buyer', buyer.email, placed.orders[0]?.phone]);
    expect(document?.facts).toContainEqual({ name: 'Collected at', value: '12 Elephant Road' });
    const billed = (await payAll((await order({ ...pickUp, billing })).body)).invoices[0]?.document;
    expect(billed?.to[0]).toBe('Bea & Sons');
  });

  test('is refused at the field that is wrong', async () => {
    const { address } = billing;
    const wrong = { ...billing, vatNumber: 'DE1', address: { ...address, postcode: 'x' } };
    const postcode = 'This is not a postcode of Germany, which looks like 26133';
    const number = 'This is not a VAT number of Germany, which looks like DE123456789';
    const errors = [
      { path: 'billing.address.postcode', message: postcode },
      { path: 'billing.vatNumber', message: number },
    ];
    expect(await order({ billing: wrong })).toMatchObject(refusal(400, 'invalid-input', { errors }));
  });
});

test('a credit note corrects the invoice by what was refunded, and those of all of it have its tax', async () => {
  const placed = await payAll(await place());
  const { invoices } = await refund(placed, [33.33, 5]);
  const [invoice, first, second] = invoices;
  expect([first, second]).toMatchObject([
    { kind: 'credit-note', total: 33.33, tax: 4.35, reason: 'Sent back.' },
    { kind: 'credit-note', total: 5, tax: 0.65 },
  ]);
  const { text } = await readFile(first?._id ?? '');
  expect(text).toMatch(
    /Credit note.*Corrects.*000\d{3} of .*Sent back\..*Total, refunded\$33\.33of it VAT 15%\$4\.35/,
  );
  expect(text).toContain(invoice?.number);
  const whole = await refund(placed, [undefined, undefined]);
  const notes = whole.invoices.slice(1);
  const sum = (amounts: number[]) =>
    Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100) / 100;
  expect([sum(notes.map(({ total }) => total)), sum(notes.map(({ tax }) => tax))]).toEqual([
    invoice?.total,
    invoice?.tax,
  ]);
  await untilJobsAreDone(shop.db, 'mail-');
  const attached = shop.mails.flatMap(
    ({ attachments }) => attachments?.map(({ filename }) => filename) ?? [],
  );
  expect(attached).toEqual(expect.arrayContaining(notes.map(({ number }) => `${number}.pdf`)));
});

test('Manage Orders finds a purchase by the numbers of its documents and by its phone, as they are said and typed', async () => {
  const paid = await payAll(await place());
  const { invoices, orders } = await refund(paid, [1]);
  const phone = '+49\u00a04381 77-2201';
  await sql`update orders set phone = ${phone} where purchase_id = ${paid._id}`.execute(shop.db);
  const find = async (q: string) => {
    const { body } = await admin.ask('GET', `/api/manage_orders?q=${encodeURIComponent(q)}`);
    return body.map(({ _id }) => _id).sort();
  };
  const numbers = invoices.flatMap(({ number }) => [number, ` ${number.toLowerCase()} `]);
  for (const q of [...numbers, phone, '(04381) 77 22 01', '04381772201', '+49438177'])
    expect(await find(q), q).toEqual(orders.map(({ _id }) => _id).sort());
  for (const q of ['INV-999999', '+49 4381 77-2202']) expect(await find(q), q).toEqual([]);
});

describe('no two documents have one number', () => {
  test('a prefix whose invoices could meet earlier credit notes is refused in Settings, with a sentence', async () => {
    const read = async () => (await admin.ask('GET', '/api/settings')).body.values.invoicePrefix;
    const save = (invoicePrefix: string) => trySettings(admin, { invoicePrefix });
    const before = await read();
    for (const prefix of [`${before}C`, `${before}C20`, 'T/26-C']) {
      const { status, body } = await save(prefix);
      const earlier = `${prefix.startsWith('T') ? 'T/26-' : before}C000001`;
      const message = `With “${prefix}” a new document could get the number of an earlier one, such as ${earlier}. Please choose another text.`;
      expect([status, body]).toMatchObject([400, { errors: [{ path: 'invoicePrefix', message }] }]);
    }
    expect(await read()).toBe(before);
    // from what credit notes had, a shorter one would meet its invoices
    expect((await save('K-C')).status).toBe(200);
    expect((await save('K-')).status).toBe(400);
    expect((await save('K-2026')).status).toBe(200);
    expect((await save(before)).status).toBe(200);
  });

  test('the database refuses it over all series, and the audit names those of before', async () => {
    const [invoice, note] = ['invoice', 'credit-note'];
    const copy = (db: Database, series: string | undefined, prefix: string) =>
      sql`
      insert into invoices select (jsonb_populate_record(invoices, jsonb_build_object('id', gen_random_uuid(),
        'series', ${series}::text, 'number', 901, 'content', content || jsonb_build_object('prefix', ${prefix}::text)))).*
      from invoices where series = ${`test-${series}`} and number = 1`.execute(db);
    const attempt = (migrateAnew: boolean) =>
      shop.db.transaction().execute(async (transaction) => {
        await sql`drop index one_invoice_per_payment; drop index one_note_per_refund`.execute(transaction);
        if (migrateAnew) {
          await sql`drop index one_document_per_number; drop function name_invoice`.execute(transaction);
        }
        await copy(transaction, note, 'X-');
        await copy(transaction, invoice, 'X-C');
        await sql.raw(await readFileText(migration, 'utf8')).execute(transaction);
        const faults = await findNumberFaults(transaction);
        expect(faults).toContain('2 documents have the number X-C000901.');
        throw new Error('The migration goes over them');
      });
    await expect(attempt(false)).rejects.toThrow('one_document_per_number');
    await expect(attempt(true)).rejects.toThrow('The migration goes over them');
  });
});

test('of random purchases lines, delivery, tax, payment, invoice, refunds and notes agree to the cent', async () => {
  const cents = (dollars: number) => Math.round(dollars * 100);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
  const isCredit = ({ kind }: { kind: string }) => kind === 'credit-note';
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        quantities: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
        isOneCancelled: fc.boolean(),
        parts: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }),
      }),
      async ({ quantities, isOneCancelled, parts }) => {
        const placed = await place([...quantities]);
        if (isOneCancelled && placed.orders[1]) await cancel(placed.orders[1]);
        const paid = await payAll(placed);
        const orders = paid.orders.filter(({ status }) => status === 'paid');
        const charged = sum(orders.flatMap(({ total, delivery }) => [total, delivery]));
        expect(sum(orders.map(({ delivery }) => delivery))).toBe(750);
        expect(orders.map(({ price, quantity }) => cents(price) * quantity)).toEqual(
          orders.map(({ total }) => cents(total)),
        );
        expect(paid.payments.map(({ amount }) => cents(amount))).toEqual([charged]);
        const [invoice] = paid.invoices;
        expect([cents(invoice?.total ?? 0), cents(invoice?.tax ?? 0)]).toEqual([
          charged,
          Math.round((charged * 15) / 115),
        ]);
        expect(paid.tax?.ofTotal).toBe(invoice?.tax);
        for (const part of parts)
          await refund(
            paid,
            [(cents(orders[0]?.total ?? 0) * part) / 40_000]
              .map((dollars) => cents(dollars) / 100)
              .filter((dollars) => dollars > 0),
          );
        const { invoices, refunds } = await read(paid);
        const notes = invoices.filter(isCredit);
        expect(notes.map(({ total }) => total)).toEqual(refunds.map(({ amount }) => amount));
        const credited = sum(notes.map(({ total }) => total));
        expect(sum(notes.map(({ tax }) => tax))).toBe(Math.round((credited * 15) / 115));
      },
    ),
    { numRuns: 4, examples: [[{ quantities: [1, 2], isOneCancelled: true, parts: [] }]] },
  );
  expect(await findDifferences(shop)).toEqual([]);
});

test('the tables of a period are equal to the ledger of money and to the documents', async () => {
  const read = async (kind: string, days = 'from=2020-01-01&to=2099-12-31') => {
    const { headers, body } = await admin.ask('GET', `/api/accounts?kind=${kind}&${days}` as '/api/accounts');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    return parse(body as unknown as string, { columns: true, bom: true }) as Record<string, string>[];
  };
  const sum = (rows: Record<string, string>[], column: string) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0);
  shop.clock.now = new Date('2026-01-15T18:30:00Z'); // half past midnight in Dhaka
  const california = { country: 'US', name: 'Ada', line1: '1 Elm St', town: 'Fresno', region: 'CA' };
  const buyFor = async (address: object) => {
    const { billing } = exampleDelivery;
    const body = { ...purchaseBody([board, fan], [1, 2]), location: undefined, address, billing };
    return await payAll((await buyer.ask('POST', '/api/purchases', body)).body);
  };
  const [paidInFrance] = (await buyFor(exampleAddress)).orders;
  await buyFor({ ...california, postcode: '93701', phone: '+1 555 010 9999' });
  const [cancelled] = (await place()).orders;
  if (cancelled) await cancel(cancelled);
  const ledger = await readRows(shop, 'money_movements');
  const documents = await readRows(shop, 'invoices');
  const money = ledger.reduce((total, { amount_cents }) => total + amount_cents, 0);
  const tax = documents.reduce(
    (total, one) => total + (one.kind === 'credit-note' ? -1 : 1) * one.tax_cents,
    0,
  );
  const [orders, payments] = [await read('orders'), await read('payments')];
  const [refunds, taxes] = [await read('refunds'), await read('tax')];
  expect(payments.length + refunds.length).toBe(ledger.length);
  expect([sum(payments, 'amount') + sum(refunds, 'amount'), sum(taxes, 'amount')]).toEqual([money, money]);
  expect([sum(payments, 'tax') + sum(refunds, 'tax'), sum(taxes, 'tax')]).toEqual([tax, tax]);
  // two zones name their tax alike, and a location as text has no country
  const places = taxes.map((row) => [row.country, row.region, row.tax_name, row.tax_rate].join());
  expect(places).toEqual([',,VAT,15', 'BD,,VAT,15', 'FR,,VAT,15', 'US,CA,VAT,15']);
  for (const table of [orders, payments, refunds, taxes]) {
    expect(sum(table, 'net') + sum(table, 'tax')).toBe(sum(table, 'gross'));
  }
  expect(sum(payments, 'gross')).toBe(sum(payments, 'amount'));
  const unsold = orders.filter(({ state }) => state === 'cancelled' || state === 'unpaid');
  expect(new Set(unsold.map(({ state }) => state))).toEqual(new Set(['cancelled', 'unpaid']));
  for (const one of unsold)
    expect(one).toMatchObject({ net: '0.00', tax: '0.00', gross: '0.00', document: '' });
  for (const payment of payments) {
    const ofDocument = orders.filter(({ document }) => document === payment.document);
    const sums = ['net', 'tax', 'gross'].map((column) => sum(ofDocument, column));
    expect(sums).toEqual(['net', 'tax', 'gross'].map((column) => sum([payment], column)));
    expect(new Set(ofDocument.map((one) => one.document_date))).toEqual(new Set([payment.document_date]));
  }
  expect(payments.at(-1)).toMatchObject({
    ...{ country: 'US', region: 'CA', company: 'Parts & Co', vat_number: 'FR12345678901' },
    document_date: '2026-01-16',
  });
  const charged = orders.filter(({ transaction }) => transaction);
  expect(sum(charged, 'total')).toBe(sum(payments, 'amount'));
  expect(sum(orders, 'refunded')).toBe(-sum(refunds, 'amount'));
  expect(new Set([...payments, ...refunds, ...taxes].map(({ test }) => test))).toEqual(new Set(['test']));
  expect(orders.map(({ test }) => test)).toEqual(
    orders.map(({ transaction }) => (transaction ? 'test' : '')),
  );
  expect(payments[0]).toMatchObject({
    kind: 'charge',
    test: 'test',
    document: 'TEST-T/26-000001',
    buyer: 'Bea Buyer',
  });
  await shop.db.updateTable('payments').set({ provider_account: null, provider_is_live: null }).execute();
  expect(await read('payments'), 'although the provider did not say whose account it is').toEqual(payments);
  expect(await read('payments', 'from=2020-01-01&to=2020-12-31')).toEqual([]);
  const { status } = await admin.ask('GET', '/api/accounts?kind=orders&from=2020-01-01&to=9999-12-31');
  expect(status).toBe(400);
  const { rules } = (await admin.ask('GET', '/api/delivery-rules')).body;
  await saveDeliveryRules(admin, { ...rules, calendar: { ...rules.calendar, timeZone: 'UTC' } });
  // a document's day is the one that it says, wherever the shop is now
  expect((await read('payments')).at(-1)).toMatchObject({
    ...{ time: '2026-01-15 18:30', document_date: '2026-01-16' },
  });
  const orderId = paidInFrance?._id ?? '';
  const address = { ...exampleAddress, country: 'BE', town: 'Mons', postcode: '7000' };
  expect((await buyer.ask('PUT', `/api/my_order/${orderId}/address`, { address })).status).toBe(200);
  const { payment_id } = await readRow(shop, 'money_movements', { kind: 'charge', order_id: orderId });
  await insertRows(shop, 'money_movements', {
    ...{ id: randomUUIDv7(), order_id: orderId, payment_id, kind: 'dispute-withdrawal', provider_id: 'du_1' },
    ...{ amount_cents: -1, moved_at: new Date('2026-01-16T18:30:00Z') },
  });
  expect((await read('payments')).at(-1), 'in the country of the sale').toMatchObject({
    ...{ kind: 'dispute-withdrawal', country: 'FR', document: '', test: 'test' },
  });
});
