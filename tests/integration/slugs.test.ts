/** Every part has an address of its own in its category, and keeps those that it ever had. */
import { beforeAll, describe, expect, test } from 'vitest';
import { givenPart, givenPerson, type Person, partBody, readRows } from '../support/given.ts';
import { givenShop, type TestShop } from '../support/shop.ts';

const shop: TestShop = givenShop();
let admin: Person;

beforeAll(async () => {
  admin = await givenPerson(shop, { role: 'admin' });
});

describe('the slug of a part', () => {
  test('is made of its name, and of its SKU where the name is taken', async () => {
    const [first, second] = [await added('Twin 1 TB', 'ONE'), await added('Twin 1 TB', 'TWO')];
    expect(await readSlug(first)).toBe('twin-1-tb');
    expect(await readSlug(second)).toBe('twin-1-tb-two');
  });

  test('belongs to one part only when many of the same name are added at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, index) => added('Same Same', `SAME-${index}`)),
    );
    const slugs = await Promise.all(ids.map(readSlug));
    expect(new Set(slugs).size).toBe(8);
    expect(slugs.filter((slug) => slug === 'same-same')).toHaveLength(1);
  });

  test('follows a new name, and the old one stays its own', async () => {
    const id = await added('Early Name', 'RENAMED');
    await admin.ask('PATCH', `/api/parts/${id}`, { name: 'Later Name' });
    expect(await readSlug(id)).toBe('later-name');
    expect(await readOwner('early-name')).toBe(id);
    expect(await readSlug(await added('Early Name', 'NEWCOMER'))).toBe('early-name-newcomer');
    await admin.ask('PATCH', `/api/parts/${id}`, { name: 'Early name!' });
    expect(await readSlug(id)).toBe('early-name');
    expect(await readOwner('later-name')).toBe(id);
  });

  test('stays when something else changes', async () => {
    const id = await givenPart(shop, { name: 'Steady' });
    await admin.ask('PATCH', `/api/parts/${id}`, { price: 5, description: 'Another text.' });
    expect(await readSlug(id)).toBe('steady');
  });

  test('is given back when the SKU was taken', async () => {
    await added('Has The SKU', 'TAKEN');
    const refused = await admin.ask('POST', '/api/parts', partBody({ name: 'Never There', sku: 'TAKEN' }));
    expect(refused.body.refused).toBe('sku-taken');
    expect(await readOwner('never-there')).toBeUndefined();
  });
});

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
