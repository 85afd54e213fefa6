/** Manage Products: parts are changed, taken off sale and put back; every change is recorded and no sale is overwritten. */
import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exportParts } from '#catalogue/use-cases/export-parts.ts';
import { expectFieldError } from '../support/complaints.ts';
import {
  ask,
  givenImage,
  givenOrder,
  givenPart,
  givenPerson,
  orderBody,
  type Person,
  partBody,
  readRows,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);

const memorySpecs = { capacityGb: 32, modules: 2, moduleGb: 16, ddr: 5, speedMts: 6000 };
const addedSpecs = { casLatency: 30, color: 'Black' };

const readChanges = (id: string) => readRows(shop, 'admin_changes', { subject_id: id });

describe('a part that is taken off sale', () => {
  test('is hidden from buyers, found by administrators, kept by its orders, and can be put on sale again [S7.17]', async () => {
    const id = await givenPart(shop, { name: 'Testco Withdrawn 8 GB', stock: 5 });
    const order = await givenOrder(shop, buyer, id);
    const deleted = await admin.ask('DELETE', `/api/manage_products/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } });

    expect((await show(id)).status).toBe(404);
    expect((await buyer.ask('GET', `/api/parts/${id}`)).status).toBe(404);
    expect(readIds((await ask(shop, 'GET', '/api/parts')).body)).not.toContain(id);
    expect(await buyer.ask('POST', '/api/order', orderBody(id))).toMatchObject({ status: 409 });
    const { partsName, partsImg, price } = order;
    const kept = { partsName, partsImg, price, partsPage: null };
    expect((await buyer.ask('GET', `/api/my_order/${order._id}`)).body).toMatchObject(kept);

    expect((await admin.ask('GET', `/api/parts/${id}`)).body).toMatchObject({ off_sale: true });
    expect(readIds((await admin.ask('GET', '/api/parts?status=off-sale')).body)).toEqual([id]);
    expect((await buyer.ask('GET', '/api/parts?status=off-sale')).status).toBe(403);
    expect((await ask(shop, 'GET', '/api/parts?status=off-sale')).status).toBe(403);

    expect((await admin.ask('DELETE', `/api/manage_products/${id}`)).body).toEqual({ deletedCount: 0 });
    const back = await change(id, { off_sale: false });
    expect(back.body).toMatchObject({ off_sale: false, modifiedCount: 1 });
    const { body } = await show(id);
    expect((await buyer.ask('GET', `/api/my_order/${order._id}`)).body.partsPage).toBe(
      `/parts/${body.category}/${body.slug}`,
    );
    expect(await readChanges(id)).toMatchObject([
      { admin_id: admin.id, before: { off_sale_at: null }, after: { off_sale_at: expect.any(String) } },
      { admin_id: admin.id, before: { off_sale_at: expect.any(String) }, after: { off_sale_at: null } },
    ]);
  });

  test('must be there', async () => {
    expect((await admin.ask('DELETE', `/api/manage_products/${randomUUIDv7()}`)).status).toBe(404);
    expect((await admin.ask('PATCH', `/api/parts/${randomUUIDv7()}`, { price: 1 })).status).toBe(404);
  });
});

describe('a part that is edited', () => {
  test('shows every new value, and the change is recorded with what was before', async () => {
    const id = await givenPart(shop, { name: 'Old name', price: 1_000, stock: 4 });
    const edit = {
      name: 'New name',
      description: 'Better words.',
      available_quantity: 9,
      seen_quantity: 4,
      minimum_order: 2,
      price: 12.34,
      img: '/pictures/ssd-m2-640.jpg',
    };
    const { status, body } = await change(id, edit);
    const { seen_quantity: _, ...shown } = edit;
    expect([status, body]).toMatchObject([200, { ...shown, modifiedCount: 1 }]);
    expect((await show(id)).body).toMatchObject(shown);
    expect(await readChanges(id)).toMatchObject([
      {
        admin_id: admin.id,
        subject: 'parts',
        before: { name: 'Old name', price_cents: 1_000, stock: 4, image: null },
        after: { name: 'New name', price_cents: 1_234, stock: 9, image: '/pictures/ssd-m2-640.jpg' },
      },
    ]);
  });

  test('has its facts derived again, but not those that the administrator states', async () => {
    const specs = { socket: 'AM5', formFactor: 'ATX', memorySlots: 4, maxMemoryGb: 192 };
    const slots = { memoryForm: 'DIMM' };
    const board = partBody({ name: 'Testco B650 WIFI', category: 'motherboard', specs });
    const id = (await admin.ask('POST', '/api/parts', board)).body.insertedId;
    expect((await show(id)).body).toMatchObject({
      specs: { ...specs, ...slots, chipset: 'B650', ddr: 5, wireless: 'Wi-Fi' },
      facts: { ...specs, socket: { names: ['AM5'], processors: 1 }, chipset: 'B650', ddr: 5 },
      derived: ['chipset', 'ddr', 'memoryForm', 'wireless'],
    });
    const renamed = await change(id, { name: 'Testco X870E' });
    expect(renamed.body).toMatchObject({ derived: ['chipset', 'ddr', 'memoryForm'] });
    expect(renamed.body.specs).toEqual({ ...specs, ...slots, chipset: 'X870E', ddr: 5 });
    const stated = await change(id, { specs: { chipset: 'X870', ddr: 5 } });
    expect(stated.body).toMatchObject({
      specs: { ...specs, chipset: 'X870', ddr: 5 },
      facts: { chipset: 'X870' },
      derived: ['memoryForm'],
    });
    const cleared = await change(id, { specs: { chipset: null } });
    expect(cleared.body).toMatchObject({ specs: { chipset: 'X870E' }, derived: ['chipset', 'memoryForm'] });
    const rows: object[] = [];
    const onParts = async (parts: object[]) => void rows.push(...parts);
    await exportParts({ db: shop.db }, { category: 'motherboard', onParts });
    expect(rows).toMatchObject([{ specs: { ...specs, ddr: 5 } }]);
    expect(rows).not.toMatchObject([{ specs: { chipset: expect.anything() } }]);
  });

  test('may show a picture from elsewhere, but of the shop’s own only one that is there', async () => {
    const id = await givenPart(shop);
    const uploaded = await givenImage(shop);
    const uploads = [`/images/${'b'.repeat(40)}-400x300-400.jpg`, '/images/my-own.jpg'];
    const missing = [...uploads, '/pictures/none-640.jpg', '/pictures/pictures.json', '/pictures/%zz'];
    for (const img of missing) {
      const refused = { status: 400, body: { errors: [{ path: 'img' }] } };
      expect(await change(id, { img })).toMatchObject(refused);
      expect(await admin.ask('POST', '/api/parts', partBody({ img }))).toMatchObject(refused);
    }
    for (const img of [uploaded, 'https://shop.invalid/images/a.jpg', '/pictures/ssd-m2-640.jpg']) {
      expect(await change(id, { img })).toMatchObject({ status: 200 });
      expect((await admin.ask('POST', '/api/parts', partBody({ img }))).status).toBe(201);
    }
    const { key, ...gone } = { key: uploaded.slice('/images/'.length, -'-400.jpg'.length), img: uploaded };
    await shop.db.deleteFrom('uploaded_pictures').where('key', '=', key).execute();
    expect((await admin.ask('POST', '/api/parts', partBody(gone))).status).toBe(400);
    const holder = await givenPart(shop, { image: uploaded });
    expect((await change(holder, { ...gone, price: 7 })).body).toMatchObject({ price: 7, img: uploaded });
  });

  test('has every field of the import; one that there is not is refused', async () => {
    const id = await givenColoredPart();
    const specs = { color: 'Red', casLatency: null };
    const edit = { brand: 'Other brand', sku: `SKU-${id}`, featured: 7, low_stock: 12, specs };
    const edited = await change(id, edit);
    expect(edited.body).toMatchObject({ ...edit, specs: { ...memorySpecs, color: 'Red' }, modifiedCount: 1 });
    expect(edited.body.specs).not.toHaveProperty('casLatency');
    expect((await show(id)).body).not.toHaveProperty('low_stock');
    const nothing = { brand: '', featured: null, low_stock: null };
    expect((await change(id, nothing)).body).toMatchObject(nothing);

    const disk = { capacityGb: 2000, interface: 'SATA 6.0 Gb/s', formFactor: '3.5-inch' };
    const moved = await change(id, { category: 'hard-disk', specs: disk });
    expect(moved.body).toMatchObject({ category: 'hard-disk' });
    expect(moved.body.specs).toEqual(disk);
    expect((await ask(shop, 'GET', '/api/parts?category=hard-disk')).body).toMatchObject([{ _id: id }]);

    for (const [body, path] of [
      [{ colour: 'red', price: 3 }, 'colour'],
      [{ specs: { modules: 2 } }, 'specs'],
      [{ specs: { capacityGb: null } }, 'specs.capacityGb'],
      [{ img: '//evil/x' }, 'img'],
      [{ sku: '' }, 'sku'],
    ] as const) {
      const refused = await change(id, body);
      expect(refused, path).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
    const taken = await change(await givenPart(shop), { sku: edit.sku });
    expect(taken).toMatchObject({ status: 409, body: { refused: 'sku-taken', errors: [{ path: 'sku' }] } });
  });

  test('of one name with another tells buyers what differs, in suggestions and orders, too', async () => {
    const name = 'Twofold Kit';
    const [black, white] = [await givenPart(shop, { name }), await givenPart(shop, { name })];
    await change(black, { specs: { color: 'Black' } });
    const { body } = await change(white, { specs: { color: 'White' } });
    expect(body).toMatchObject({ name, full_name: 'Twofold Kit, White' });
    const suggested = await ask(shop, 'GET', '/api/parts/suggestions?q=twofold');
    const named = suggested.body.parts.map(({ name }) => name);
    expect(named.sort()).toEqual(['Twofold Kit, Black', 'Twofold Kit, White']);
    expect((await givenOrder(shop, await givenPerson(shop), white)).partsName).toBe('Twofold Kit, White');
  });

  test('gives it the numbers by which it is found first, and no two parts one GTIN', async () => {
    const [id, other] = [await givenPart(shop), await givenPart(shop)];
    const edited = await change(id, { mpn: ' TC-77/X ', gtin: '0036000291452' });
    expect(edited.body).toMatchObject({ mpn: 'TC-77/X', gtin: '036000291452' });
    await change(other, { name: 'Holder for TC-77/X and 036000291452' });
    for (const q of ['tc-77/x', 'TC77X', '036000291452', '36000291452', '0036000291452']) {
      const [first] = (await ask(shop, 'GET', `/api/parts?q=${encodeURIComponent(q)}`)).body;
      expect(first?._id, q).toBe(id);
    }
    const gtinTaken = { status: 409, body: { refused: 'gtin-taken', errors: [{ path: 'gtin' }] } };
    const number = { gtin: '036000291452' };
    expect(await change(other, number)).toMatchObject(gtinTaken);
    expect(await admin.ask('POST', '/api/parts', partBody(number))).toMatchObject(gtinTaken);
    const wrong = await change(other, { gtin: '036000291453' });
    const message = expect.stringContaining('would be 2');
    expect(wrong.body.errors).toMatchObject([{ path: 'gtin', message }]);
    const seen = { mpn: 'TC-77/X', gtin: '036000291452' };
    const emptied = await change(id, { mpn: null, gtin: null, seen });
    expect(emptied.body).toMatchObject({ mpn: null, gtin: null, modifiedCount: 1 });
  });

  test('by two at once loses no change unseen; the refusal has what the other one saved', async () => {
    const id = await givenColoredPart();
    const seen = { price: 100, description: (await show(id)).body.description };
    const black = { ...seen, specs: { color: 'Black' } };
    expect((await change(id, { price: 120, specs: { color: 'Red' }, seen: black })).status).toBe(200);

    const words = await change(id, { description: 'Better words.', seen });
    expect(words.body).toMatchObject({ price: 120, description: 'Better words.', modifiedCount: 1 });
    const others = { speedMts: 5600, casLatency: null, firstWordLatencyNs: null };
    const seenOthers = { speedMts: 6000, casLatency: 30, firstWordLatencyNs: null };
    const slower = await change(id, { specs: others, seen: { specs: seenOthers } });
    expect(slower.body.specs).toMatchObject({ color: 'Red', speedMts: 5600 });

    const late = { name: 'Kept back', price: 90, specs: { color: 'Blue' } };
    const conflict = await change(id, { ...late, seen: black });
    expect(conflict).toMatchObject(
      refusal(409, 'changed-meanwhile', {
        current: { price: 120, 'specs.color': 'Red' },
        errors: [
          { path: 'price', message: expect.stringContaining('“120”') },
          { path: 'specs.color', message: expect.stringContaining('“Red”') },
        ],
      }),
    );
    expect((await show(id)).body).toMatchObject({ price: 120, specs: { color: 'Red' } });
    expect((await change(id, { price: 120, seen })).body).toMatchObject({ modifiedCount: 0 }); // both saved the same
    expect((await change(id, { price: 90, seen: { price: 120 } })).body).toMatchObject({ price: 90 });
  });

  test('with what it already is changes nothing and leaves no record', async () => {
    const id = await givenPart(shop, { name: 'Same', price: 500 });
    for (const edit of [{ name: 'Same', price: 5, off_sale: false }, {}])
      expect((await change(id, edit)).body.modifiedCount).toBe(0);
    expect(await readChanges(id)).toEqual([]);
  });

  test('keeps its stock when units were sold since the editor looked; the refusal says what is left', async () => {
    const id = await givenPart(shop, { stock: 10 });
    await givenOrder(shop, buyer, id, 3);
    const edit = { name: 'Not taken either', available_quantity: 20, seen_quantity: 10 };
    expect(await change(id, edit)).toMatchObject(
      refusal(409, 'stock-changed', { available: 7, errors: [{ path: 'available_quantity' }] }),
    );
    const { available_quantity, name } = (await show(id)).body;
    expect([available_quantity, name]).toEqual([7, expect.not.stringMatching(edit.name)]);
    const blind = await change(id, { available_quantity: 20 });
    expect(blind).toMatchObject({ status: 400, body: { errors: [{ path: 'seen_quantity' }] } });
  });

  test('by many while others buy: every unit is either in stock, in an order, or was added', async () => {
    const id = await givenPart(shop, { stock: 100 });
    const buyers = await Promise.all(Array.from({ length: 4 }, () => givenPerson(shop)));
    let added = 0;
    const restock = async () => {
      const { available_quantity: seen } = (await show(id)).body;
      const edit = { available_quantity: seen + 5, seen_quantity: seen };
      const { status } = await change(id, edit);
      expect([200, 409]).toContain(status);
      if (status === 200) added += 5;
    };
    const buy = (person: Person) => givenOrder(shop, person, id, 2);
    await Promise.all(
      Array.from({ length: 24 }, (_, turn) => (turn % 2 ? restock() : buy(buyers[turn % 4] ?? buyer))),
    );
    const { available_quantity: left } = (await show(id)).body;
    expect(left).toBe(100 + added - 12 * 2);
  });
});

test('the list of products off sale is searched by any piece of a word, literally', async () => {
  const ids = await Promise.all(
    ['Gone 100% one', 'Gone two', 'Gone three_zebra'].map((name) => givenPart(shop, { name })),
  );
  for (const id of ids) await admin.ask('DELETE', `/api/manage_products/${id}`);
  const names = async (query: string) =>
    (await admin.ask('GET', `/api/parts?status=off-sale&${query}`)).body.map(({ name }) => name);
  expect(await names('q=gone%20ree')).toEqual(['Gone three_zebra']);
  expect(await names('q=gone%20%25')).toEqual(['Gone 100% one']);
  expect(await names('q=gone%20_')).toEqual(['Gone three_zebra']);
  const wrong = await admin.ask('GET', '/api/parts?status=off-sale&sort=name');
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'sort' }] } });
});

describe('a specification', () => {
  test.each([
    ['a NUL in a name', { 'a\0b': '1' }],
    ['a list', { Weight: ['1'] }],
    ['depth', { Weight: JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) }],
  ])('with %s is refused in sentences', async (_, specs) => {
    expectFieldError(await add({ specs }), 'specs');
  });

  test('of a known category says which field is wrong, in sentences', async () => {
    const answer = await add({ category: 'memory', specs: { capacityGb: 'much', color: '' } });
    expectFieldError(answer, 'specs');
    expect(answer.body.errors.map(({ path }) => path)).toContain('specs.capacityGb');
  });
});

describe('the slug of a part', () => {
  test('is made of its name, and of its SKU where the name is taken', async () => {
    const [first, second] = [await added('Twin 1 TB', 'ONE'), await added('Twin 1 TB', 'TWO')];
    expect(await readSlug(first)).toBe('twin-1-tb');
    expect(await readSlug(second)).toBe('twin-1-tb-two');
  });

  test('belongs to one part only when many of the same name are added at once', async () => {
    const adding = Array.from({ length: 8 }, (_, index) => added('Same Same', `SAME-${index}`));
    const ids = await Promise.all(adding);
    const slugs = await Promise.all(ids.map(readSlug));
    expect(new Set(slugs).size).toBe(8);
    expect(slugs.filter((slug) => slug === 'same-same')).toHaveLength(1);
  });

  test('follows a new name, and the old one stays its own', async () => {
    const id = await added('Early Name', 'RENAMED');
    await change(id, { name: 'Later Name' });
    expect(await readSlug(id)).toBe('later-name');
    expect(await readOwner('early-name')).toBe(id);
    expect(await readSlug(await added('Early Name', 'NEWCOMER'))).toBe('early-name-newcomer');
    await change(id, { name: 'Early name!' });
    expect(await readSlug(id)).toBe('early-name');
    expect(await readOwner('later-name')).toBe(id);
  });

  test('stays when something else changes', async () => {
    const id = await givenPart(shop, { name: 'Steady' });
    await change(id, { price: 5, description: 'Another text.' });
    expect(await readSlug(id)).toBe('steady');
  });

  test('is given back when the SKU was taken', async () => {
    await added('Has The SKU', 'TAKEN');
    const refused = await admin.ask('POST', '/api/parts', partBody({ name: 'Never There', sku: 'TAKEN' }));
    expect(refused.body.refused).toBe('sku-taken');
    expect(await readOwner('never-there')).toBeUndefined();
  });
});

async function givenColoredPart(): Promise<string> {
  const id = await givenPart(shop, { price: 10_000 });
  const { body } = await change(id, { specs: addedSpecs });
  expect(body.specs).toEqual({ ...memorySpecs, ...addedSpecs });
  return id;
}

function change(id: string, fields: object) {
  return admin.ask('PATCH', `/api/parts/${id}`, fields);
}

function show(id: string) {
  return ask(shop, 'GET', `/api/parts/${id}`);
}

function readIds(parts: { _id: string }[]): string[] {
  return parts.map(({ _id }) => _id);
}

function add(fields: object) {
  return admin.ask('POST', '/api/parts', partBody({ category: 'other', ...fields }));
}

async function added(name: string, sku: string): Promise<string> {
  const { status, body } = await admin.ask('POST', '/api/parts', partBody({ name, sku }));
  expect(status).toBe(201);
  return body.insertedId;
}

async function readSlug(id: string): Promise<string> {
  return (await admin.ask('GET', `/api/parts/${id}`)).body.slug;
}

async function readOwner(slug: string): Promise<string | undefined> {
  const row = (await readRows(shop, 'part_slugs', { category: 'other', slug }))[0];
  return row?.part_id;
}
