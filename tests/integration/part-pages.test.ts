/** Every part has one page, which says the same to people and to search engines, and every page can be found. */
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import type { makeBreadcrumbData, makeProductData } from '#app/pages/part/structured-data.ts';
import { searchEngineRoutes } from '#app/rendering/search-engines.ts';
import { announceContentChange } from '#platform/database/announce-changes.ts';
import { ask, givenPaidOrder, givenPart, givenPerson, readRows } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { readText } from '../support/page-text.ts';
import { givenPixels, uploadPicture } from '../support/pictures.ts';
import { givenShop, readWebBuild, type TestShop } from '../support/shop.ts';

const shop: TestShop = await givenShop({ hasDemoCatalogue: true, web: await readWebBuild() });
const large: TestShop = await givenShop({ web: await readWebBuild() });
const { admin } = await givenPeople(shop, { admin: { role: 'admin' } });

describe('the page of a part', () => {
  test('shows its name, price, price per gigabyte, stock, minimum order and specification with units', async () => {
    const id = await givenPart(shop, { name: 'Shown Kit', stock: 12, minimumOrder: 3, price: 9_600 });
    const page = await get('/parts/memory/shown-kit');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`formAction="/purchase/${id}"`);
    for (const text of ['Shown Kit', '$96.00', '$3.00 per GB', '6000 MT/s', 'DDR5', '32 GB'])
      expect(readText(page.body)).toContain(text);
    expect(readText(page.body)).toMatch(/Available quantity 12 /);
    expect(readText(page.body)).toMatch(/Minimum order 3 · \$288\.00/);
    expect(page.body).toContain('Million transfers a second'); // the jargon, explained
  });

  test('has a title, description and image for search engines and link previews', async () => {
    const id = await givenPart(shop, { name: 'Found Kit', stock: 4 });
    await admin.ask('PATCH', `/api/parts/${id}`, { mpn: 'FK-32', gtin: '96385074' });
    await review(id, 4);
    const { body } = await get('/parts/memory/found-kit');
    const address = `${shop.url}/parts/memory/found-kit`;
    expect(body).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(body).toContain(`<meta property="og:url" content="${address}"/>`);
    expect(body).toMatch(
      new RegExp(`<meta property="og:image" content="${shop.url}/pictures/[\\w-]+\\.jpg"/>`),
    );
    expect(body).toContain('<meta property="og:type" content="product"/>');
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    const [product, crumbs] = linkedData(body);
    expect(product).toMatchObject({
      '@type': 'Product',
      name: 'Found Kit',
      mpn: 'FK-32',
      gtin: '96385074',
      brand: { '@type': 'Brand', name: 'Testco' },
      offers: {
        '@type': 'Offer',
        price: '99.99',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: address,
        shippingDetails: [{ shippingRate: { value: 0 } }, { deliveryTime: { transitTime: { minValue: 3 } } }],
        hasMerchantReturnPolicy: { merchantReturnLink: `${shop.url}/money-back` },
      },
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
    });
    expect(crumbs.itemListElement.map(({ item }) => item)).toEqual([
      `${shop.url}/parts`,
      `${shop.url}/parts/memory`,
      address,
    ]);
  });

  test('of a name that others have says what differs, as lists do', async () => {
    for (const color of ['Black', 'White']) {
      const id = await givenPart(shop, { name: 'Twofold Kit' });
      await admin.ask('PATCH', `/api/parts/${id}`, { specs: { color } });
    }
    const page = (await get('/parts/memory/twofold-kit')).body;
    expect(page).toMatch(/<title>Twofold Kit, Black – /);
    expect(linkedData(page)[0]).toMatchObject({ name: 'Twofold Kit, Black' });
    expect(readText((await get('/parts/memory?q=twofold')).body)).toContain('Twofold Kit, White');
  });

  test('has a preview of the size that it claims, and a large one only of a large image', async () => {
    const small = await uploadPicture(admin, await givenPixels(333, 250).png().toBuffer());
    await givenPart(shop, { name: 'Large Preview' });
    await givenPart(shop, { name: 'Small Preview', image: small });
    await givenPart(shop, { name: 'Foreign Preview', image: 'https://images.example/kit.jpg' });
    expect(await readPreview('/')).toEqual(['summary_large_image', 1280, 549]);
    expect(await readPreview('/parts/memory/large-preview')).toEqual(['summary_large_image', 640, 480]);
    expect(await readPreview('/parts/memory/small-preview')).toEqual(['summary', 333, 250]);
    const foreign = (await get('/parts/memory/foreign-preview')).body;
    expect(foreign).toContain('<meta name="twitter:card" content="summary"/>');
    expect(foreign).not.toContain('og:image:width');
  });

  test('holds what a name may hold, as text, in its data as well', async () => {
    await givenPart(shop, { name: '</script><script>alert(1)</script> & "Co"' });
    const { body } = await get('/parts/memory/script-script-alert-1-script-co');
    expect(body).not.toContain('<script>alert');
    expect(linkedData(body)[0].name).toBe('</script><script>alert(1)</script> & "Co"');
  });

  test('shows the reviews of this part with their average, without those that are hidden', async () => {
    const id = await givenPart(shop, { name: 'Judged Kit', stock: 90 });
    await review(id, 5, 'Five of five.');
    await review(id, 2, 'Two of five.');
    const hidden = await review(id, 1, 'To be hidden.');
    await admin.ask('PATCH', `/api/ratings/${hidden}`, { hidden: true });
    const read = async () => readText((await get('/parts/memory/judged-kit')).body);
    await expect.poll(read).toContain('3.5 of 5 from 2 reviews');
    const text = await read();
    expect(text).toContain('Five of five.');
    expect(text).not.toContain('To be hidden.');
  });

  test('shows nine reviews, and all of them when asked for', async () => {
    const id = await givenPart(shop, { name: 'Much Discussed' });
    for (let index = 1; index <= 11; index += 1) await insertReview(id, `Opinion number ${index}.`);
    const count = async (url: string) => (await get(url)).body.match(/Opinion number/g)?.length;
    const shown = await count('/parts/memory/much-discussed?');
    expect(shown).toBe(9 + 3); // three of them are in the data for search engines, too
    expect(await count('/parts/memory/much-discussed?reviews=all')).toBe(11 + 3);
  });

  test('says when it is sold out, and offers no order', async () => {
    const id = await givenPart(shop, { name: 'Gone Kit', stock: 1, minimumOrder: 2 });
    const { body } = await get('/parts/memory/gone-kit');
    expect(body).toContain('Sold out');
    expect(body).not.toContain(`/purchase/${id}`);
    expect(linkedData(body)[0].offers?.availability).toBe('https://schema.org/OutOfStock');
  });

  test('says of a part without a price that it has none, and is not for search engines', async () => {
    const id = await givenPart(shop, { name: 'Priceless Kit', price: null });
    const { body, statusCode } = await get('/parts/memory/priceless-kit');
    expect(statusCode).toBe(200);
    expect(body).toContain('No price yet');
    expect(body).not.toContain(`/purchase/${id}`);
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body).not.toContain('"Product"');
  });

  test('shows similar parts, and links to the comparison with them', async () => {
    const { body } = await get('/parts/memory/corsair-vengeance-rgb-32-gb-2-x-16-gb-ddr5-6000-cl36');
    const similar = [...body.matchAll(/<h3><a href="(\/parts\/memory\/[^"]+)"/g)].map(
      ([, address]) => address,
    );
    expect(similar).toHaveLength(6);
    for (const address of similar) expect((await get(String(address))).statusCode).toBe(200);
    const comparison = /href="(\/compare\/memory[^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const compared = await get(comparison);
    expect(compared.statusCode).toBe(200);
    expect(compared.body).toContain('4 parts compared');
    expect(readText(body)).toContain('2 ns faster for $4.00 more, CL30 TEAMGROUP T-Create Expert');
  });
});

describe('the address of a part', () => {
  test('that it had before leads to the present one for good', async () => {
    const id = await givenPart(shop, { name: 'Old Name' });
    await admin.ask('PATCH', `/api/parts/${id}`, { name: 'New Name' });
    const old = await get('/parts/memory/old-name');
    expect([old.statusCode, old.headers.location]).toEqual([301, '/parts/memory/new-name']);
    expect((await get('/parts/memory/new-name')).statusCode).toBe(200);
  });

  test.each([
    '/parts/memory/no-such-part',
    '/parts/ssd/shown-kit',
    '/parts/toys/shown-kit',
    '/parts/memory/shown-kit/more',
    '/parts/memory/%00',
    '/compare/toys?part=shown-kit&part=found-kit',
  ])('%s leads nowhere', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('Page not found');
    expect(answer.body).toContain('<meta name="robots" content="noindex"/>');
  });

  test('leads to the other, once one of two that are the same was taken off sale for it', async () => {
    const [kept, taken, other] = [
      await givenPart(shop, { name: 'Doubled Kit' }),
      await givenPart(shop, { name: 'Doubled Kit' }),
      await givenPart(shop, { name: 'Doubled Kit' }),
    ];
    await admin.ask('PATCH', `/api/parts/${other}`, { specs: { color: 'Red' }, mpn: 'RED' });
    await admin.ask('PATCH', `/api/parts/${kept}`, { specs: { color: 'Black' } });
    expect((await ask(shop, 'GET', '/api/parts?status=twice')).status).toBe(403);
    const twice = await readTwice();
    expect(new Map(twice.map(({ _id, twin }) => [_id, twin?._id])).get(kept)).toBe(taken);
    const slug = twice.find(({ _id }) => _id === taken)?.slug;
    const lead = (id: string, to: string) =>
      admin.ask('PATCH', `/api/parts/${id}`, { off_sale: true, same_as: to });
    expect((await lead(taken, taken)).status).toBe(404);
    expect((await lead(taken, kept)).status).toBe(200);
    await expect
      .poll(async () => (await get(`/parts/memory/${slug}`)).headers.location)
      .toBe('/parts/memory/doubled-kit');
    expect((await ask(shop, 'GET', `/api/parts/${taken}`)).status).toBe(404);
    expect((await readTwice()).filter(({ name }) => name === 'Doubled Kit')).toEqual([]);
    await lead(kept, other);
    const { slug: last } = (await ask(shop, 'GET', `/api/parts/${other}`)).body;
    await expect
      .poll(async () => (await get(`/parts/memory/${slug}`)).headers.location)
      .toBe(`/parts/memory/${last}`);
    await admin.ask('PATCH', `/api/parts/${taken}`, { off_sale: false });
    await expect.poll(async () => (await get(`/parts/memory/${slug}`)).statusCode).toBe(200);
  });

  test('leads nowhere once the part is off sale', async () => {
    const id = await givenPart(shop, { name: 'Withdrawn Kit' });
    expect((await get('/parts/memory/withdrawn-kit')).statusCode).toBe(200);
    expect((await admin.ask('DELETE', `/api/manage_products/${id}`)).status).toBe(200);
    await expect.poll(async () => (await get('/parts/memory/withdrawn-kit')).statusCode).toBe(404);
  });
});

test('a part of a category that only a later release knows is shown, found, sold and edited as one of the others', async () => {
  const id = await givenPart(shop, { name: 'Later Toy', stock: 9 });
  await sql`insert into part_slugs (category, slug, part_id) values ('toys', 'later-toy', ${id})`.execute(
    shop.db,
  );
  await sql`update parts set category = 'toys', featured_rank = 0, specs = '{}', facts = '{"sizes": ["S"]}'
    where id = ${id}`.execute(shop.db);
  await announceContentChange(shop.db);
  const path = '/parts/other/later-toy';
  await expect.poll(async () => (await get('/')).body).toContain(`href="${path}"`);
  for (const list of ['/parts?q=later+toy', '/parts/other', '/sitemap.xml'])
    expect((await get(list)).body, list).toContain(path);
  const page = await get(path);
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Later Toy')]);
  for (const address of [
    `/api/parts/${id}`,
    '/api/parts?category=other',
    '/api/parts?q=later',
    '/api/parts/facets?q=later',
  ])
    expect((await get(address)).body, address).toContain('"category":"other"');
  await givenPaidOrder(shop, await givenPerson(shop), id, 1);
  const edit = { name: 'Latest Toy', category: 'other' } as const;
  expect((await admin.ask('PATCH', `/api/parts/${id}`, edit)).body).toMatchObject(edit);
  const { rows } = await sql`select name, category as stored, facts from parts where id = ${id}`.execute(
    shop.db,
  );
  expect(rows).toEqual([{ name: 'Latest Toy', stored: 'toys', facts: { sizes: ['S'] } }]);
});

describe('a comparison', async () => {
  const named = (slugs: string[], more = '') =>
    get(`/compare/memory?${slugs.map((slug) => `part=${slug}`).join('&')}${more}`);
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) await givenPart(shop, { name });

  test('says which is better by what is known, marks it, and can show nothing but what differs', async () => {
    const cheap = await givenPart(shop, { name: 'Cheap', price: 5_000 });
    const untold = await givenPart(shop, { name: 'Untold' });
    await admin.ask('PATCH', `/api/parts/${cheap}`, { specs: { casLatency: 30 } });
    await admin.ask('PATCH', `/api/parts/${untold}`, { specs: { capacityGb: 64, moduleGb: 32 } });
    const { body } = await named(['untold', 'cheap']);
    expect(readRow(body, 'Price')).toBe('Price ≠, differs $99.99 $50.00 better');
    expect(readRow(body, 'Capacity')).toBe('Capacity ≠, differs 64 GB better 32 GB');
    expect(readRow(body, 'CAS latency (CL)')).toBe('CAS latency (CL) not known 30 cycles');
    const { body: differences } = await named(['untold', 'cheap'], '&only=differences');
    expect(readRow(differences, 'Price')).toBe('Price ≠, differs $99.99 $50.00 better');
    expect(readRow(differences, 'Minimum order')).toBeUndefined();
    expect(readRow(differences, 'CAS latency (CL)')).toBeUndefined();
    expect(readText(body).replaceAll('\u00a0', ' ')).toContain(
      'By what is known, Cheap is better in price ($50.00, not $99.99); Untold in capacity (64 GB, not 32 GB).',
    );
  });

  test('holds four parts at most and says so', async () => {
    const { body } = await named(['first', 'second', 'third', 'fourth', 'fifth']);
    expect(readColumns(body)).toEqual(['First', 'Second', 'Third', 'Fourth']);
    expect(body).toContain('these are the first four');
  });

  test('leaves out what is not there and says so; a part stands in it once, under its old slug, too', async () => {
    const id = await givenPart(shop, { name: 'Before' });
    await admin.ask('PATCH', `/api/parts/${id}`, { name: 'After' });
    const { body } = await named(['first', 'nowhere', 'before', 'after', 'first']);
    expect(readColumns(body)).toEqual(['First', 'After']);
    expect(body).toContain('One part is left out');
  });

  test('of fewer than two says that it needs two, and leads back to the list', async () => {
    for (const slugs of [[], ['first'], ['nowhere']]) {
      const { body, statusCode } = await named(slugs);
      expect(statusCode).toBe(200);
      expect(body).toContain('A comparison needs two parts at least');
      expect(body).toMatch(/href="\/parts\/memory(\?part=first)?"/);
      expect(body).toContain('<meta name="robots" content="noindex"/>');
    }
  });

  test('is the same page in whatever order, to search engines', async () => {
    const readCanonical = (body: string) => /rel="canonical" href="([^"]+)"/.exec(body)?.[1];
    const [one, other] = [await named(['first', 'second']), await named(['second', 'first'])];
    expect(readCanonical(one.body)).toBe(`${shop.url}/compare/memory?part=first&amp;part=second`);
    expect(readCanonical(other.body)).toBe(readCanonical(one.body));
  });
});

describe('search engines', () => {
  test('are told what is not for them, and where the sitemap is', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    const closed = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path);
    expect(closed).toEqual(['/dashboard', '/login?', '/signup?', '/api/', '/purchase/', '/card-sandbox/']);
    expect(body).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
  });

  test('find every part with a price and every public page in the sitemap, each once', async () => {
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toMatch(/^application\/xml/);
    expectWellFormed(body);
    const addresses = addressesIn(body);
    expect(new Set(addresses).size).toBe(addresses.length);
    const parts = await readRows(shop, 'parts', { off_sale_at: null });
    const priced = parts.filter(({ price_cents }) => price_cents !== null);
    expect(priced.length).toBeGreaterThan(111);
    const own = priced.map(({ category, slug }) => `${shop.url}/parts/${category}/${slug}`);
    expect(addresses.filter((address) => /\/parts\/[\w-]+\//.test(address)).sort()).toEqual(own.sort());
    const others = addresses.filter((address) => !own.includes(address));
    for (const path of ['/', '/parts', '/parts/memory', '/portfolio', '/delivery', '/terms'])
      expect(others).toContain(shop.url + path);
  });

  test('find a new part there, and one that is off sale no more', async () => {
    const id = await givenPart(shop, { name: 'Fleeting Kit' });
    await announceContentChange(shop.db);
    await expect.poll(async () => (await get('/sitemap.xml')).body).toContain('/fleeting-kit<');
    await admin.ask('DELETE', `/api/manage_products/${id}`);
    await expect.poll(async () => (await get('/sitemap.xml')).body).not.toContain('/fleeting-kit<');
  });

  test('get a packed file, and nothing that was read before a change as what is so after it', async () => {
    const app = fastify();
    const read = Promise.withResolvers<void>();
    let current = 'Early';
    let begun = 0;
    const count = async () => {
      begun += 1;
      const tallies = new Map([['brand', { kind: 'choice', counts: new Map([[current, 9]]) }]]);
      await read.promise;
      return { total: 9, tallies };
    };
    const version = { current: () => current, stock: { count: () => 0, hasChanged: () => false } };
    searchEngineRoutes(app, { ...shop, publicUrl: shop.url, catalogue: { count }, version } as never);
    const getPacked = () => app.inject({ url: '/sitemap.xml', headers: { 'accept-encoding': 'gzip' } });
    const early = getPacked();
    await vi.waitUntil(() => begun > 0);
    current = 'Late';
    const late = getPacked();
    read.resolve();
    await Promise.all([early, late]);
    const { headers, rawPayload } = await getPacked();
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const { body } = await app.inject('/sitemap.xml');
    expect(gunzipSync(rawPayload).toString()).toBe(body);
    expect(body).toContain('?brand=Late<');
    expect(body).not.toContain('?brand=Early<');
  });

  test('find an index where one file cannot name all', async () => {
    const insert = (from: number, to: number) =>
      sql`insert into parts (id, sku, category, brand, name, description, price_cents, stock, minimum_order,
        specs, created_at, updated_at, slug)
      select gen_random_uuid(), 'BULK-' || n, 'other', 'Bulk', 'Bulk ' || n, 'One of many.', 100, 1, 1, '{}', now(), now(), 'bulk-' || n
      from generate_series(${from}::int, ${to}::int) as n`.execute(large.db);
    await insert(1, 6);
    await sql`select setval('parts_number_seq', 48999)`.execute(large.db);
    await insert(7, 8); // the 49,000th part is the last of its file
    await announceContentChange(large.db);
    const read = async (file: string) => (await large.app.inject(file)).body;
    await expect.poll(() => read('/sitemap.xml')).toContain('<sitemapindex');
    const index = await read('/sitemap.xml');
    expectWellFormed(index);
    expect(addressesIn(index)).toEqual([1, 2].map((number) => `${large.url}/sitemap-${number}.xml`));
    // while the landings are counted and after each change a file is read again, which a busy machine may not do in time
    let first: string[] = [];
    let second: string[] = [];
    const readBoth = async () => {
      [first, second] = [
        addressesIn(await read('/sitemap-1.xml')),
        addressesIn(await read('/sitemap-2.xml')),
      ];
      return [first.includes(`${large.url}/parts/other?brand=Bulk`), second.length > 0];
    };
    await expect.poll(readBoth).toEqual([true, true]);
    const parts = first.filter((address) => address.includes('/bulk-'));
    expect(parts).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `${large.url}/parts/other/bulk-${n}`));
    expect(first.length - parts.length, 'of 50,000 addresses').toBeLessThanOrEqual(1_000);
    expect(second).toEqual([`${large.url}/parts/other/bulk-8`]);
    for (const number of ['0', '3', '01', 'x']) {
      expect((await large.app.inject(`/sitemap-${number}.xml`)).statusCode, number).toBe(404);
    }
    await sql`update parts set price_cents = null where number > 49000`.execute(large.db);
    await announceContentChange(large.db);
    await expect.poll(async () => addressesIn(await read('/sitemap.xml'))).toEqual(first); // one file is enough
  });
});

function get(url: string) {
  return shop.app.inject({ method: 'GET', url });
}

/** Somebody buys the part and reviews it; answers the review's id. */
async function review(partId: string, rating: number, text = 'As described.'): Promise<string> {
  const buyer = await givenPerson(shop);
  await givenPaidOrder(shop, buyer, partId, 1);
  const posted = { partsId: partId, img: await uploadPicture(buyer), review: text, rating };
  const { status, body } = await buyer.ask('POST', '/api/user_rating', posted);
  expect(status, JSON.stringify(body)).toBe(200);
  return body._id;
}

async function insertReview(partId: string, text: string): Promise<void> {
  await sql`insert into reviews (id, author_name, review, rating, part_id, created_at)
    values (gen_random_uuid(), 'Somebody', ${text}, 4, ${partId}, now())`.execute(shop.db);
}

/** What a part's page says of itself as data: the product, and the way to it. */
function linkedData(
  body: string,
): [ReturnType<typeof makeProductData>, ReturnType<typeof makeBreadcrumbData>] {
  const scripts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  expect(scripts).toHaveLength(2);
  const [product, crumbs] = scripts.map(([, text = '']) => JSON.parse(text));
  return [product, crumbs];
}

/** The card of a link preview with the width and height that it claims, which are those of the file. */
async function readPreview(url: string): Promise<[string | undefined, number, number]> {
  const { body } = await get(url);
  const read = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(body)?.[1];
  const file = await get(new URL(String(read('og:image'))).pathname);
  expect(file.statusCode).toBe(200);
  const { width, height } = await sharp(file.rawPayload).metadata();
  expect([width, height]).toEqual([Number(read('og:image:width')), Number(read('og:image:height'))]);
  return [read('twitter:card'), width, height];
}

/** A line of the comparison as text. */
function readRow(html: string, label: string): string | undefined {
  const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => readText(row).trim());
  return rows.find((row) => row === label || row.startsWith(`${label} `));
}

function readColumns(html: string): string[] {
  return [...html.matchAll(/class="comparison-name"[^>]*>([^<]+)</g)].map(([, name = '']) => name);
}

function addressesIn(sitemap: string): string[] {
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
}

/** Every element that begins ends, in its order, under one root, and nothing is written that XML would not read. */
function expectWellFormed(xml: string): void {
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  const open: string[] = [];
  let roots = 0;
  for (const [, end, name = ''] of xml.slice(xml.indexOf('\n')).matchAll(/<(\/?)([\w]+)(?:\s[^<>]*)?>/g)) {
    if (end) expect(open.pop()).toBe(name);
    else if (open.push(name) === 1) roots += 1;
  }
  expect([roots, open]).toEqual([1, []]);
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/);
}

async function readTwice() {
  return (await admin.ask('GET', '/api/parts?status=twice')).body;
}
