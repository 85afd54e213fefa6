/** What search engines ask for first: which addresses there are (`/sitemap.xml`) and which are not for them (`/robots.txt`). */
import type { FastifyInstance } from 'fastify';
import type { CatalogueVersion } from '#database/catalogue/catalogue-version.ts';
import { countPartPages, findPartPages, findSoldCategories } from '#database/catalogue/part-pages.ts';
import type { Database } from '#database/connect.ts';
import { runWithoutBudget, waitWithTimeout } from '#database/time-budget.ts';
import { paths } from '#domain/paths.ts';
import { informationPages } from '#web/company/information.server.ts';

type Shop = { db: Database; version: CatalogueVersion; publicUrl: string };

type SitemapEntry = { path: string; changed?: Date };

/** As many addresses as one file may name; more come in several, under an index. Source: https://www.sitemaps.org/protocol.html */
const maxEntriesPerFile = 50_000;

/** Adds the routes. */
export function searchEngineRoutes(app: FastifyInstance, shop: Shop): void {
  const kept = new Map<string, string>();
  const running = new Map<string, Promise<string | undefined>>();

  /** Writing all addresses down takes a moment, so it is done once for each state of the catalogue. */
  async function written(
    name: string,
    write: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const version = shop.version.current();
    const key = version && `${version} ${name}`;
    const known = key && kept.get(key);
    if (known) return known;
    const writing = running.get(name) ?? begin(name, write);
    const text = await waitWithTimeout(writing, { limitMs: Number.POSITIVE_INFINITY });
    if (key && text) {
      for (const old of kept.keys()) if (!old.startsWith(`${version} `)) kept.delete(old);
      kept.set(key, text);
    }
    return text;
  }

  /** It takes longer than one request may where there are very many parts, and those who ask meanwhile share it. */
  function begin(name: string, write: () => Promise<string | undefined>): Promise<string | undefined> {
    const writing = runWithoutBudget(write);
    const end = () => running.delete(name);
    running.set(name, writing);
    writing.then(end, end);
    return writing;
  }

  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) => {
    return await reply.type('text/plain; charset=utf-8').send(robots(shop.publicUrl));
  });

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const text = await written('all', () => writeSitemap(shop));
    return await reply.type('application/xml; charset=utf-8').send(text);
  });

  app.get<{ Params: { number: string } }>(
    '/sitemap-:number(^[1-9]\\d{0,4}$).xml',
    { schema: { hide: true } },
    async (request, reply) => {
      const number = Number(request.params.number);
      const text = await written(String(number), () => writeFile(shop, number));
      if (!text) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such sitemap.\n');
      return await reply.type('application/xml; charset=utf-8').send(text);
    },
  );
}

/** Everything that is somebody's own, or no page. Source: RFC 9309. */
function robots(publicUrl: string): string {
  const closed = [paths.dashboard, '/api/', paths.purchase(''), '/card-sandbox/'];
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

async function writeSitemap(shop: Shop): Promise<string | undefined> {
  const total = (await listPages(shop.db)).length + (await countPartPages(shop.db));
  if (total <= maxEntriesPerFile) return writeFile(shop, 1);
  const files = Array.from(
    { length: Math.ceil(total / maxEntriesPerFile) },
    (_, index) => `/sitemap-${index + 1}.xml`,
  );
  return document(
    'sitemapindex',
    files.map((path) => `<sitemap><loc>${shop.publicUrl}${path}</loc></sitemap>`),
  );
}

/** The `number`th file, from 1: the pages that are no part's come first; undefined where there is nothing left to name. */
async function writeFile({ db, publicUrl }: Shop, number: number): Promise<string | undefined> {
  const pages = await listPages(db);
  const before = (number - 1) * maxEntriesPerFile;
  const first = pages.slice(before, before + maxEntriesPerFile);
  const parts = await findPartPages(db, {
    offset: Math.max(0, before - pages.length),
    limit: maxEntriesPerFile - first.length,
  });
  const addresses: SitemapEntry[] = [
    ...first.map((path) => ({ path })),
    ...parts.map(({ category, slug, updated_at }) => ({
      path: paths.part({ category, slug }),
      changed: updated_at,
    })),
  ];
  return addresses.length > 0
    ? document(
        'urlset',
        addresses.map((address) => entry(address, publicUrl)),
      )
    : undefined;
}

/** Every public page but those of parts. */
async function listPages(db: Database): Promise<string[]> {
  const lists = (await findSoldCategories(db)).map((category) => paths.category(category));
  return [paths.home, paths.parts, ...lists, paths.portfolio, ...Object.keys(informationPages)];
}

/** Paths are ASCII letters, digits and hyphens, which mean the same in XML; the shop's own address may hold an ampersand. */
function entry({ path, changed }: SitemapEntry, publicUrl: string): string {
  const since = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
  return `<url><loc>${publicUrl.replaceAll('&', '&amp;')}${path}</loc>${since}</url>`;
}

function document(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n');
}
