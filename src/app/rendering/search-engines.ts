/** The routes of search engines: `/sitemap.xml` and `/robots.txt`. */
import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '#catalogue/database/catalogue.ts';
import { findPricedPartPages, findPricedRanges, findSoldCategories } from '#catalogue/database/part-pages.ts';
import { listLandingPaths } from '#catalogue/rules/index/landings.ts';
import { parseListParameters } from '#catalogue/rules/lists/list-queries.ts';
import * as paths from '#kernel/paths.ts';
import type { Database } from '#platform/database/connect.ts';
import type { ContentVersion } from '#platform/database/content-version.ts';
import { runWithoutBudget, waitWithTimeout } from '#platform/database/time-budget.ts';

type Shop = { db: Database; catalogue: Catalogue; version: ContentVersion; publicUrl: string };

type SitemapEntry = { path: string; changed?: Date };

/** More are split into files under an index; with the other pages at most 50,000. Source: https://www.sitemaps.org/protocol.html */
const maxPartsPerFile = 49_000;

export function searchEngineRoutes(app: FastifyInstance, shop: Shop): void {
  const cache = new Map<string, string>();
  const running = new Map<string, Promise<string | undefined>>();

  async function readCached(
    name: string,
    write: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const version = shop.version.current();
    const key = version && `${version} ${name}`;
    const cached = key && cache.get(key);
    if (cached) return cached;
    const writing = running.get(name) ?? startWriting(name, write);
    const text = await waitWithTimeout(writing, { limitMs: Number.POSITIVE_INFINITY });
    if (key && text) {
      for (const old of cache.keys()) if (!old.startsWith(`${version} `)) cache.delete(old);
      cache.set(key, text);
    }
    return text;
  }

  /** Runs without the time budget of the request; concurrent requests share it. */
  function startWriting(name: string, write: () => Promise<string | undefined>): Promise<string | undefined> {
    const writing = runWithoutBudget(write);
    const end = () => running.delete(name);
    running.set(name, writing);
    writing.then(end, end);
    return writing;
  }

  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) => {
    return await reply.type('text/plain; charset=utf-8').send(formatRobots(shop.publicUrl));
  });

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const text = await readCached('all', () => writeSitemap(shop));
    return await reply.type('application/xml; charset=utf-8').send(text);
  });

  app.get<{ Params: { number: string } }>(
    '/sitemap-:number(^[1-9]\\d{0,3}$).xml',
    { schema: { hide: true } },
    async (request, reply) => {
      const number = Number(request.params.number);
      const text = await readCached(String(number), () => writeFile(shop, number));
      if (!text) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such sitemap.\n');
      return await reply.type('application/xml; charset=utf-8').send(text);
    },
  );
}

function formatRobots(publicUrl: string): string {
  // each page has its own address to log in and come back
  const disallowed = [
    paths.dashboard,
    `${paths.logIn}?`,
    `${paths.signUp}?`,
    '/api/',
    paths.purchase(''),
    '/card-sandbox/',
  ];
  return [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

async function writeSitemap(shop: Shop): Promise<string | undefined> {
  const ranges = await findPricedRanges(shop.db, maxPartsPerFile);
  const files = [...new Set([1, ...ranges])];
  if (files.length === 1) return writeFile(shop, 1);
  return formatDocument(
    'sitemapindex',
    files.map((number) => `<sitemap><loc>${shop.publicUrl}/sitemap-${number}.xml</loc></sitemap>`),
  );
}

/** The file of a range of part numbers, so that a part stays in its file; the first has all other pages. */
async function writeFile({ db, catalogue, publicUrl }: Shop, number: number): Promise<string | undefined> {
  const last = number * maxPartsPerFile;
  const pages = number === 1 ? await listPages(db, catalogue) : [];
  const parts = await findPricedPartPages(db, { first: last - maxPartsPerFile + 1, last });
  const addresses: SitemapEntry[] = [
    ...pages.map((path) => ({ path })),
    ...parts.map(({ category, slug, updated_at }) => ({
      path: paths.part({ category, slug }),
      changed: updated_at,
    })),
  ];
  return addresses.length > 0
    ? formatDocument(
        'urlset',
        addresses.map((address) => formatEntry(address, publicUrl)),
      )
    : undefined;
}

async function listPages(db: Database, catalogue: Catalogue): Promise<string[]> {
  const categories = await findSoldCategories(db);
  const landings: string[] = [];
  for (const category of categories) {
    const { query } = parseListParameters([], category);
    landings.push(...listLandingPaths(category, await catalogue.count(query)));
  }
  const lists = categories.map((category) => paths.category(category));
  return [
    paths.home,
    paths.parts,
    ...lists,
    ...landings,
    paths.portfolio,
    paths.reviews,
    ...paths.informationPaths,
  ];
}

/** Paths need no escaping; the shop's public address may contain an ampersand. */
function formatEntry({ path, changed }: SitemapEntry, publicUrl: string): string {
  const since = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
  return `<url><loc>${publicUrl.replaceAll('&', '&amp;')}${path}</loc>${since}</url>`;
}

function formatDocument(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n');
}
