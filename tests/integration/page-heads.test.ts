/** Every page names itself: a title, a description, one absolute address, and the words that previews show. */
import { describe, expect, test } from 'vitest';
import { givenPart } from '../support/given.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const web = await readWebBuild();
const shop = await givenShop({ hasDemoCatalogue: true, web });
// sisters of one name, and what the shop can be told of
for (const name of ['Of One Name', 'Of One Name', 'Name: "quoted" & <marked>', 'N'.repeat(200)])
  await givenPart(shop, { name });
const { body } = await shop.app.inject('/sitemap.xml');
const inSitemap = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
  const { pathname, search } = new URL(address);
  return pathname + search;
});

describe('search engines', () => {
  test('find every page of the sitemap, and read on it its own title and description, and its absolute address', async () => {
    expect(inSitemap.length).toBeGreaterThan(125);
    const titles = new Map<string, string>();
    for (const path of inSitemap) {
      const head = await headAt(path, 200);
      expectNamed(head, path);
      expect(head.canonical, path).toBe(shop.url + path);
      expect(head.robots, path).toBeUndefined();
      expect(titles.get(head.title), `${path} has the title of another page`).toBeUndefined();
      titles.set(head.title, path);
    }
  });

  test('read the same of further pages of a list, and of a comparison', async () => {
    const [first, second] = inSitemap
      .filter((path) => path.startsWith('/parts/memory/'))
      .map((path) => path.slice('/parts/memory/'.length));
    const titles = new Set<string>();
    for (const path of [
      '/parts/memory?page=2',
      '/parts?page=2',
      `/compare/memory?${new URLSearchParams([first, second].sort().map((slug) => ['part', String(slug)]))}`,
    ]) {
      const head = await headAt(path);
      expectNamed(head, path);
      expect(head.canonical).toBe(shop.url + path);
      expect(head.robots, path).toBeUndefined();
      titles.add(head.title);
    }
    expect(titles.size).toBe(3);
  });

  test('read lists of a brand, a series or a generation with at least five parts as pages of their own', async () => {
    const landings = inSitemap.filter((path) =>
      /^\/parts\/[a-z-]+\?(?:brand|series|generation|family)=/.test(path),
    );
    expect(landings).toContain('/parts/memory?brand=Corsair');
    const head = await headAt('/parts/memory?brand=Corsair');
    expect(head.title).toContain('Corsair memory kits');
    expect(head.description).toMatch(
      /^\d+ Corsair memory kits, from \$[\d,.]+ to \$[\d,.]+: compare them by /,
    );
  });

  test('leave out what is searched, chosen or sorted, but follow it', async () => {
    for (const path of [
      '/parts?q=corsair',
      '/parts/memory?ddr=5',
      '/parts/memory?sort=price',
      '/parts/memory?brand=Corsair&brand=Crucial',
      '/parts/memory?brand=Corsair&ddr=5',
      '/parts/memory?brand=Nobody',
    ]) {
      const head = await headAt(path);
      expectNamed(head, path);
      expect(head.robots, path).toBe('noindex, follow');
    }
  });
});

describe('every route', () => {
  const routes = Object.values(web.build.routes).flatMap((route) => (route ? [route] : []));
  const isLeaf = (id: string) => !routes.some(({ parentId }) => parentId === id);
  const makePath = ({
    path = '',
    parentId,
  }: {
    path?: string | undefined;
    parentId?: string | undefined;
  }): string => {
    const parent = parentId === undefined ? undefined : web.build.routes[parentId];
    return [parent && parent.id !== 'root' ? makePath(parent) : '', path].filter(Boolean).join('/');
  };
  const paths = routes.filter(({ id }) => isLeaf(id)).map((route) => `/${makePath(route)}`);
  // names of parts are in the sitemap; these pages are other people's, and none is there without its id
  const plain = paths
    .filter((path) => !['/*', '/dev/style'].includes(path))
    .map((path) =>
      path
        .replace('/parts/:category/:slug', '/parts/memory/of-one-name')
        .replace(':category', 'memory')
        .replace('/:id?', '')
        .replace(':id', '00000000-0000-7000-8000-000000000000'),
    );

  test('is looked at', () => {
    expect(plain.length).toBeGreaterThan(30);
    for (const path of ['/', '/login', '/signed_in', '/purchase/00000000-0000-7000-8000-000000000000'])
      expect(plain).toContain(path);
  });

  test('has a title of its own', async () => {
    const titles = await Promise.all(plain.map(async (path) => [path, (await headAt(path)).title] as const));
    for (const [path, title] of titles) expect(title, path).toMatch(/^\S.* – COMPACT$/);
    const byTitle = Map.groupBy(titles, ([, title]) => title);
    for (const [title, pages] of byTitle) expect(pages, title).toHaveLength(1);
  });

  const isOwn = (path: string) => /^\/(checkout|dashboard|purchase)/.test(path);

  test.each(plain.filter(isOwn))('%s describes itself, and is left out by search engines', async (path) => {
    const { description, robots, canonical } = await headAt(path);
    expect(description).toMatch(/^\S.{15,159}$/s);
    expect([robots, canonical]).toEqual(['noindex', undefined]);
  });

  test.each(plain.filter((path) => !isOwn(path)))(
    '%s describes itself, and is named absolutely or left out by search engines',
    async (path) => {
      const head = await headAt(path);
      expectNamed(head, path);
      if (head.robots === undefined) expect(head.canonical).toBe(shop.url + path);
      else expect([head.robots, head.canonical]).toEqual(['noindex', undefined]);
    },
  );
});

type Head = {
  title: string;
  canonical: string | undefined;
  description: string | undefined;
  robots: string | undefined;
  [property: `og:${string}`]: string | undefined;
};

function expectNamed(head: Head, path: string): void {
  expect(head.title, path).toMatch(/^\S.* – COMPACT$/);
  expect(head.description, path).toMatch(/^\S.{15,159}$/s);
  expect(`${head['og:title']} – COMPACT`, path).toBe(head.title);
  expect(head['og:description'], path).toBe(head.description);
  expect(head['og:url'], path).toBe(head.canonical);
  expect(head['og:site_name'], path).toBe('COMPACT');
  expect(head['og:type'], path).toMatch(/^(website|product)$/);
  if (head['og:image']) expect(head['og:image'], path).toMatch(/^https?:\/\//);
}

/** What stands in the head of the page, each of it once. */
async function headAt(path: string, expectedStatus?: number): Promise<Head> {
  const { statusCode, body } = await shop.app.inject(path);
  expect(statusCode, path).toBe(expectedStatus ?? statusCode);
  const head = /<head>(.*?)<\/head>/s.exec(body)?.[1] ?? '';
  const said = new Map<string, string>();
  const say = (name: string, value: string) => {
    expect(said.has(name), `${name} stands twice in ${path}`).toBe(false);
    said.set(name, decoded(value));
  };
  for (const [, title = ''] of head.matchAll(/<title>(.*?)<\/title>/gs)) say('title', title);
  for (const [, address = ''] of head.matchAll(/<link rel="canonical" href="([^"]*)"/g))
    say('canonical', address);
  for (const [, name = '', content = ''] of head.matchAll(
    /<meta (?:name|property)="(description|robots|og:[\w:]+)" content="([^"]*)"/g,
  ))
    say(name, content);
  return { title: '', ...Object.fromEntries(said) } as Head;
}

function decoded(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
