/** The routes of search engines: `/sitemap.xml` and `/robots.txt`. */
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Catalogue } from '#catalogue/database/catalogue.ts';
import { findPricedPartPages, findPricedRanges, findSoldCategories } from '#catalogue/database/part-pages.ts';
import { listLandingPaths } from '#catalogue/rules/index/landings.ts';
import { parseListParameters } from '#catalogue/rules/lists/list-queries.ts';
import { keptBytes } from '#kernel/kept-bytes.ts';
import * as paths from '#kernel/paths.ts';
import type { Database } from '#platform/database/connect.ts';
import type { ContentVersion } from '#platform/database/content-version.ts';
import { runWithoutBudget, waitWithTimeout } from '#platform/database/time-budget.ts';
import { acceptsGzip, encode } from '#platform/pages/encodings.ts';

type Shop = { db: Database; catalogue: Catalogue; version: ContentVersion; publicUrl: string };

/** More are split into files under an index; with the other pages at most 50,000. Source: https://www.sitemaps.org/protocol.html */
const maxPartsPerFile = 49_000;

export function searchEngineRoutes(app: FastifyInstance, shop: Shop): void {
  /** Packed: as text, the files of a million parts are 170 MB. */
  const kept = new LRUCache<string, { version: string; file: Buffer }>({
    maxSize: keptBytes.sitemaps,
    sizeCalculation: ({ file }) => file.length,
  });
  const running = new Map<string, Promise<Buffer | undefined>>();

  async function read(name: string, write: () => Promise<string | undefined>): Promise<Buffer | undefined> {
    const known = kept.get(name);
    if (known && known.version === shop.version.current()) return known.file;
    const writing = running.get(name) ?? startWriting(name, write);
    return await waitWithTimeout(writing, { limitMs: Number.POSITIVE_INFINITY });
  }

  /** Runs without the time budget of the request; concurrent requests share it. Its version is that of its beginning. */
  function startWriting(name: string, write: () => Promise<string | undefined>): Promise<Buffer | undefined> {
    const version = shop.version.current();
    const writing = runWithoutBudget(async () => {
      const text = await write();
      const file = text && (await encode(Buffer.from(text), 'gzip', false));
      if (version && file) kept.set(name, { version, file });
      return file || undefined;
    });
    const end = () => running.delete(name);
    running.set(name, writing);
    writing.then(end, end);
    return writing;
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: Buffer | undefined,
  ): Promise<FastifyReply> {
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such sitemap.\n');
    reply.type('application/xml; charset=utf-8').header('vary', 'accept-encoding');
    if (!acceptsGzip(request)) return reply.send(await promisify(gunzip)(file));
    return reply.header('content-encoding', 'gzip').send(file);
  }

  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) => {
    return await reply.type('text/plain; charset=utf-8').send(formatRobots(shop.publicUrl));
  });

  const options = { schema: { hide: true }, compress: false } as const;
  app.get('/sitemap.xml', options, async (request, reply) =>
    send(request, reply, await read('all', () => writeSitemap(shop))),
  );

  app.get<{ Params: { number: string } }>(
    '/sitemap-:number(^[1-9]\\d{0,3}$).xml',
    options,
    async (request, reply) => {
      const number = Number(request.params.number);
      return await send(request, reply, await read(String(number), () => writeFile(shop, number)));
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
  const entries = pages.map((path) => formatEntry({ path }, publicUrl));
  const parts = await findPricedPartPages(db, { first: last - maxPartsPerFile + 1, last });
  for (const { updated_at, ...part } of parts) {
    entries.push(formatEntry({ path: paths.part(part), changed: updated_at }, publicUrl));
    if (entries.length % 10_000 === 0) await setImmediate(); // others are answered meanwhile
  }
  return entries.length > 0 ? formatDocument('urlset', entries) : undefined;
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
function formatEntry({ path, changed }: { path: string; changed?: Date }, publicUrl: string): string {
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
