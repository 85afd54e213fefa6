/** Pages come sooner than one looks: they are fetched when the mouse rests on a link, unless data is to be saved. */
import { beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '#server/demo.ts';
import { populateShop } from '#shop/catalogue/populate-shop.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium } = await givenVisitedShop();
const requests: { url: string; purpose: string | undefined }[] = [];

beforeAll(async () => {
  await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
  shop.app.server.prependListener('request', ({ url = '', headers }) =>
    requests.push({ url, purpose: headers['sec-purpose']?.toString() }),
  );
});

test('a public page is fetched while the mouse rests on its link, and not again when it is followed', async () => {
  const page = await chromium.open();
  await page.goto(`${shop.url}/terms`, { waitUntil: 'networkidle' });
  requests.length = 0;
  await page.getByRole('banner').getByRole('link', { name: 'Parts', exact: true }).hover();
  await expect
    .poll(() => requests.filter(({ url }) => url === '/parts'))
    .toEqual([{ url: '/parts', purpose: 'prefetch' }]);
  await page.getByRole('banner').getByRole('link', { name: 'Parts', exact: true }).click();
  await page.waitForURL(`${shop.url}/parts`);
  expect(requests.filter(({ url }) => url === '/parts')).toHaveLength(1);
});

test.each(['/', '/parts/memory', '/login'])(
  'the head of %s is named in a header, all that keeps the page from being painted, and sent for once',
  async (path) => {
    const page = await chromium.open();
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    const answer = await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    const named = [...(answer?.headers().link ?? '').matchAll(/<([^>]+)>; rel=preload; as=(style|script)/g)];
    const inHead = await page.evaluate(() =>
      [
        ...document.head.querySelectorAll<HTMLElement>(
          'link[rel=stylesheet], script[src]:not([async], [type])',
        ),
      ]
        .map((file) => file.getAttribute('href') ?? file.getAttribute('src'))
        .filter(Boolean),
    );
    expect(named.map(([, file]) => file).sort()).toEqual(inHead.sort());
    expect(inHead.length).toBeGreaterThan(1);
    for (const file of inHead) expect(files.filter((requests) => requests === file)).toHaveLength(1);
  },
);

test('whoever saves data is offered nothing; neither are hydrated pages, which fetch by themselves', async () => {
  const readRules = async (url: string, headers = {}) =>
    (await shop.app.inject({ url, headers })).headers['speculation-rules'];
  expect(await readRules('/parts')).toBe('"/speculation-rules.json"');
  expect(await readRules('/parts', { 'save-data': 'on' })).toBeUndefined();
  expect(await readRules('/login')).toBeUndefined();
  const rules = await shop.app.inject('/speculation-rules.json');
  expect(rules.headers['content-type']).toMatch(/^application\/speculationrules\+json\b/);
});
