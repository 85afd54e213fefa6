/** Each filter of the catalogue takes what it is for, and answers whatever else is sent in a sentence. */
import { describe, expect, test } from 'vitest';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilterParameters, listFilters, listParameters } from '#catalogue/rules/lists/filters.ts';
import { listSorts } from '#catalogue/rules/lists/sorts.ts';
import { categories } from '#catalogue/rules/parts.ts';
import { expectFieldError, expectNoFailure } from '../support/complaints.ts';
import { ask, givenPart, givenPerson, partBody, type ResponseTo } from '../support/given.ts';
import { givenCatalogue } from '../support/given-catalogue.ts';
import { nastyTexts, oddNumbers } from '../support/odd-values.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
await givenCatalogue(shop, 60);

const filters = categories.flatMap((category) =>
  listFilters(category).flatMap((filter) =>
    listParameters(filter).map((parameter) => ({ category, filter, parameter })),
  ),
);

/** Each once: many categories share those of price, brand, rating and stock. */
const distinct = filters.filter(
  ({ filter, parameter }, index) =>
    filters.findIndex((each) => each.filter === filter && each.parameter === parameter) === index,
);

test('every parameter is a filter of some category', () => {
  expect([...new Set(filters.map(({ parameter }) => parameter))].sort()).toEqual(listFilterParameters());
});

test.each(filters)('$parameter of $category takes a value', async ({ category, filter, parameter }) => {
  for (const path of ['/api/parts', '/api/parts/facets'])
    expect((await send({ category, [parameter]: chooseGoodValue(filter) }, path)).status).toBe(200);
});

describe.each(distinct)('$parameter', ({ category, filter, parameter }) => {
  test('takes none', async () => {
    for (const path of ['/api/parts', '/api/parts/facets'])
      for (const value of ['', '  '])
        expect((await send({ category, [parameter]: value }, path)).status).toBe(200);
  });

  test('is refused where there is no such filter', async () => {
    const other = categories.find((each) => !listFilters(each).flatMap(listParameters).includes(parameter));
    if (!other) return; // every category has it
    const value = chooseGoodValue(filter);
    for (const where of [{ category: other }, {}] as Record<string, string>[])
      expectFieldError(await send({ ...where, [parameter]: value }), parameter);
  });

  test('refuses what it is not, in a sentence', async () => {
    expectFieldError(await send({ category, [parameter]: 'x'.repeat(250) }), parameter);
    for (const text of [...Object.values(nastyTexts), ...Object.values(oddNumbers).map(String)]) {
      const answer = await send({ category, [parameter]: text });
      expectNoFailure(answer, parameter);
      const isText = filter.kind === 'choice' && !filter.isNumeric;
      if (!isText && !/^\d{1,9}(\.\d{1,6})?$/.test(text)) expectFieldError(answer, parameter);
    }
  });
});

describe('a question', () => {
  test('with a range that is upside down, two values where one is possible, or far too many is refused', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `brand=b${index}`).join('&');
    for (const [query, path] of [
      ['price-min=10&price-max=5', 'price-max'],
      ['price-min=1&price-min=2', 'price-min'],
      ['price-min=1%24', 'price-min'],
      ['price-max=1,299', 'price-max'],
      ['in-stock=yes&in-stock=no', 'in-stock'],
      ['rating=3.5', 'rating'],
      [many, 'brand'],
      ['sort=speed', 'sort'],
      ['sort=relevance', 'sort'],
      ['page=0', 'page'],
      ['page=1.5', 'page'],
      ['page=99999999', 'page'],
      ['category=toys', 'category'],
      ['category=ssd&category=memory', 'category'],
    ] as const) {
      expectFieldError(await ask(shop, 'GET', `/api/parts?${query}`), path);
    }
  });

  test('may hold what is none of ours, and means what it means without', async () => {
    const plain = await ask(shop, 'GET', '/api/parts?category=memory');
    expect(plain.body.length).toBeGreaterThan(5);
    const other = await ask(shop, 'GET', '/api/parts?utm_source=x&category=memory&brand=&fbclid=1');
    expect([other.status, other.body]).toEqual([200, plain.body]);
  });

  test('beyond the last page finds nothing, and still says how many there are', async () => {
    const far = await ask(shop, 'GET', '/api/parts?page=1000&limit=10');
    expect([far.status, far.body, Number(far.headers['x-total-count']) > 40]).toEqual([200, [], true]);
    expect(far.headers.link).toBeUndefined();
  });

  test('can be sorted by whatever its counts say', async () => {
    for (const category of categories) {
      for (const q of ['', 'gb']) {
        const query = new URLSearchParams({ category, ...(q ? { q } : {}) });
        const { body } = await ask(shop, 'GET', `/api/parts/facets?${query}`);
        expect(body.sorts).toEqual(listSorts(category, q !== ''));
        for (const { key } of body.sorts) {
          expect((await ask(shop, 'GET', `/api/parts?${query}&sort=${key}`)).status, key).toBe(200);
        }
      }
    }
  });
});

describe('a search', async () => {
  await givenPart(shop, { name: 'Quaxel Moonshot 32 GB' });

  test('finds a part by its id and by its SKU', async () => {
    const [part] = await search('moonshot');
    expect((await search(part?._id ?? '')).map(({ _id }) => _id)).toEqual([part?._id]);
    expect((await search(part?.sku.toLowerCase() ?? '')).map(({ _id }) => _id)).toEqual([part?._id]);
  });

  test('for an SKU has the part first whose SKU it is, before newer ones whose SKUs begin with it', async () => {
    const admin = await givenPerson(shop, { role: 'admin' });
    for (const sku of ['QZ-90A', 'QZ-90AB', 'QZ-90ABC'])
      await admin.ask('POST', '/api/parts', partBody({ name: `A part of ${sku.length} signs`, sku }));
    expect((await search('qz-90ab')).map(({ sku }) => sku)).toEqual(['QZ-90AB', 'QZ-90ABC']);
    expect((await search('QZ 90A')).map(({ sku }) => sku)).toEqual(['QZ-90A', 'QZ-90ABC', 'QZ-90AB']);
  });

  test('of nothing but signs finds nothing', async () => {
    expect(await search('?!')).toEqual([]);
    expect(await search("' | ! :* & <->")).toEqual([]);
  });

  test('suggests parts, brands and categories while somebody types', async () => {
    const { body } = await ask(shop, 'GET', '/api/parts/suggestions?q=quax');
    expect(body).toMatchObject({
      parts: [
        {
          name: 'Quaxel Moonshot 32 GB',
          category: 'memory',
          slug: 'quaxel-moonshot-32-gb',
          thumbnail: expect.stringMatching(/^\/pictures\/memory-[\w-]+-320\.webp$/),
          price: expect.any(Number),
          available_quantity: expect.any(Number),
          minimum_order: 1,
        },
      ],
      categories: [{ category: 'memory', label: 'Memory', count: 1 }],
      meant: null,
    });
    const brands = await ask(shop, 'GET', '/api/parts/suggestions?q=testc');
    expect(brands.body.brands).toEqual([{ brand: 'Testco', count: expect.any(Number) }]);
    expect(brands.body.parts.length).toBeGreaterThan(0);
    // a number that is not there is the beginning of one, here and in the results that are promised here
    expect((await ask(shop, 'GET', '/api/parts/suggestions?q=moonshot%203')).body.parts).toHaveLength(1);
    expect(await search('moonshot 3')).toMatchObject([{ name: 'Quaxel Moonshot 32 GB' }]);
    expect(await isPartial('moonshot 3')).toBe(false);
    expect((await ask(shop, 'GET', '/api/parts/suggestions?q=moonshot%20zz9')).body.parts).toEqual([]);
  });

  test.each([
    ['quaxel', undefined, undefined],
    ['quaxle', 'quaxel', undefined],
    ['quaxel gb qx77', undefined, 'true'],
    ['quaxle gb qx77', 'quaxel gb qx77', 'true'],
    ['', undefined, undefined],
  ])(
    'for “%s” says in the headers of each page what was meant and whether words are missing',
    async (q, meant, partial) => {
      await givenPart(shop, { name: 'Quaxel Sunspot 16 GB' });
      let next: string | undefined =
        `/api/parts?${new URLSearchParams(q ? { q, limit: '1' } : { limit: '40' })}`;
      for (let page = 0; page < 2; page += 1) {
        const { body, headers }: ResponseTo<'GET', `/api/parts?${string}`> = await ask(
          shop,
          'GET',
          next ?? '',
        );
        expect(Array.isArray(body)).toBe(true);
        expect([headers['x-search-meant'], headers['x-search-partial']], next).toEqual([meant, partial]);
        next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
      }
    },
  );

  async function isPartial(q: string): Promise<boolean> {
    return (await ask(shop, 'GET', `/api/parts/facets?${new URLSearchParams({ q })}`)).body.partial;
  }

  async function search(q: string): Promise<{ _id: string; name: string; sku: string; specs: object }[]> {
    return (await ask(shop, 'GET', `/api/parts?${new URLSearchParams({ q })}`)).body;
  }
});

function send(query: Record<string, string>, path = '/api/parts') {
  return ask(shop, 'GET', `${path}?${new URLSearchParams(query)}`);
}

function chooseGoodValue(filter: Filter): string {
  if (filter.kind === 'flag') return 'yes';
  if (filter.kind === 'build') return '00000000-0000-4000-8000-000000000000';
  if (filter.kind === 'choice' && filter.values) return filter.values[0] ?? '';
  return filter.kind === 'range' || filter.isNumeric ? '16' : 'Black';
}
