/** Serves pages: public pages from the cache, others rendered for each request. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ServerBuild } from 'react-router';
import type { Config } from '#app/config.ts';
import type * as pageHandler from '#app/layout/page-handler.server.ts';
import type { PageHandler } from '#app/layout/page-handler.server.ts';
import { type ResolvedPage, resolvePage } from '#app/rendering/resolve-page.ts';
import type { Basket } from '#basket/use-cases/view-basket.ts';
import type { Catalogue } from '#catalogue/database/catalogue.ts';
import type { VisitorReads } from '#catalogue/database/visitor-reads.ts';
import { keptBytes } from '#kernel/kept-bytes.ts';
import * as paths from '#kernel/paths.ts';
import { explainRefusal } from '#kernel/refusals.ts';
import { parseLocalPath } from '#kernel/return-path.ts';
import type { Database } from '#platform/database/connect.ts';
import type { ContentVersion } from '#platform/database/content-version.ts';
import type { LogPosition } from '#platform/database/log-positions.ts';
import type { ShownStock } from '#platform/database/stock-changes.ts';
import { currentBudget } from '#platform/database/time-budget.ts';
import { isLocalRequest } from '#platform/http/loopback.ts';
import { readWrittenPosition } from '#platform/http/own-writes.ts';
import { findStatus, problemType, retryAfterSeconds } from '#platform/http/problems.ts';
import { makePagePolicy } from '#platform/pages/content-policy.ts';
import { chooseEncoding, type Encoded, encode, makeEtag, matchesEtag } from '#platform/pages/encodings.ts';
import { type Cacheable, openPageCache } from '#platform/pages/page-cache.ts';
import { offerPrefetch } from '#platform/pages/prefetch.ts';
import type { Visit } from '#ui/session/visit.ts';
import type { SettingsCache } from './shown-settings.ts';

export type WebApplication = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  cacheBytes?: number;
  /** Milliseconds that never go back. */
  elapsedMs?: () => number;
};

export type Pages = WebApplication & {
  db: Database;
  catalogue: Catalogue;
  version: ContentVersion;
  visitorReads: VisitorReads;
  /** Signs the position of a visitor's own writes. */
  secret: string;
  publicUrl: string;
  now: () => Date;
  reviewsFrom: Config['reviewsFrom'];
  takesStripe: boolean;
  isLocal: boolean;
  sendsMail: boolean;
  settings: SettingsCache;
  readBasket: (request: FastifyRequest, reply: FastifyReply) => Promise<Basket>;
  findVisit: (request: FastifyRequest) => Promise<Visit>;
  figures: PageFigures;
};

/** For the metrics. */
export type PageFigures = { rendered: number; readCache: () => { pages: number; bytes: number } };

export function makePageFigures(): PageFigures {
  return { rendered: 0, readCache: () => ({ pages: 0, bytes: 0 }) };
}

type Answer = Cacheable & {
  isPersonal: boolean;
  headers: Record<string, string>;
  isPage: boolean;
  earlyFiles: string | undefined;
  etag: string;
  encoded: Encoded;
};

export function pageRoutes(app: FastifyInstance, pages: Pages): void {
  const { figures } = pages;
  const { mode, version, cacheBytes = keptBytes.pages, now, elapsedMs } = pages;
  const current = () => (mode === 'production' ? version.current() : undefined);
  const { stock } = version;
  const cache = openPageCache<Answer>({ version: { current, stock }, maxBytes: cacheBytes, now, elapsedMs });
  figures.readCache = cache.usage;

  app.get('/*', { schema: { hide: true }, compress: false, decompress: false }, async (request, reply) => {
    const address = resolveKnownPage(request.url);
    if (address.redirect) return reply.redirect(address.redirect.address, address.redirect.status);
    const written = readWrittenPosition(pages, request);
    // the writer may come before the announcement
    const hasHeard = written === undefined || pages.version.hasHeardUntil(written);
    let answer = address.isPersonal || !hasHeard ? undefined : cache.find(address.cachedAddress);
    if (!answer) {
      const entry = await readEntry(pages);
      const exchange = { request, reply, written, isPersonal: address.isPersonal };
      const renderAnew = (path: string) => renderOrExplain(entry.render, pages, exchange, path);
      if (isKept(address, entry)) {
        const work = () => renderAnew(address.cachedAddress);
        answer = await cache.render(address.cachedAddress, work, { isShared: hasHeard });
      } else {
        answer = await renderAnew(address.renderedAddress);
        // nothing that is not found may depend on parameters that are not its own
        const hasForeign = address.renderedAddress !== address.cachedAddress && !address.isPersonal;
        if (answer.isPublic && hasForeign) answer = await renderAnew(address.cachedAddress);
      }
    }
    return await sendAnswer(request, reply, answer);
  });
}

/**
 * What a form of a page could not do is said on a page, which leads back to the one that the form is on. Programs, and scripts
 * that stay on their page, do not accept HTML and get the problem itself. Must come before the routes of the forms, and before
 * what sends answers in pieces.
 */
export function showProblemsOfForms(app: FastifyInstance, pages: Pages): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPressed = request.method === 'POST' && request.headers.accept?.includes('text/html');
    const isProblem = String(reply.getHeader('content-type')).startsWith(problemType);
    if (!isPressed || !isProblem || request.url.startsWith('/api/')) return done();
    renderProblem(pages, { request, reply }, JSON.parse(String(payload))).then(
      ({ headers, body }) => {
        reply.headers({ ...headers, 'cache-control': 'no-store' });
        done(null, body.toString());
      },
      (err) => {
        request.log.error({ err }, 'a problem could not be shown as a page');
        done();
      },
    );
  });
}

/** The home page's address, with nothing to read from: only the problem is shown. */
async function renderProblem(
  pages: Pages,
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
  problem: object,
): Promise<Answer> {
  const { referer = '' } = request.headers;
  const back = parseLocalPath(referer.replace(/^\w+:\/\/[^/]+/, '')) ?? paths.home;
  const shown = { ...problem, back };
  const sources = makeRefusingSources(() => {
    throw Response.json(shown, { status: reply.statusCode });
  });
  const { render } = await readEntry(pages);
  const exchange = { request, reply, written: undefined, isPersonal: false };
  return await renderPage(render, { ...pages, ...sources }, exchange, paths.home);
}

const resolvedPages = new LRUCache<string, ResolvedPage>({ max: 1000 });

function resolveKnownPage(requested: string): ResolvedPage {
  const known = resolvedPages.get(requested);
  if (known) return known;
  const resolved = resolvePage(requested);
  if (requested.length < 200) resolvedPages.set(requested, resolved);
  return resolved;
}

/** Only what a public route shows, or the data of that route: strangers can make up any other address. */
function isKept({ isPersonal, path, dataRoutes }: ResolvedPage, { findPublicRoute }: Entry): boolean {
  const route = isPersonal ? undefined : findPublicRoute(path);
  return route !== undefined && (dataRoutes === null || dataRoutes === route);
}

/** Renders the page, or the page that says that the database is unavailable. */
async function renderOrExplain(
  render: PageHandler,
  pages: Pages,
  exchange: Exchange,
  path: string,
): Promise<Answer> {
  const answer = exchange.isPersonal
    ? await renderPage(render, pages, exchange, path)
    : await pages.visitorReads.read(exchange.written, (sources) =>
        renderPage(render, { ...pages, ...sources }, exchange, path),
      );
  if (answer.status < 500 || !currentBudget()?.failure) return answer;
  return await renderPage(render, { ...pages, ...unavailableSources }, exchange, path);
}

/** Replaces the database, so that the page shows the refusal. */
function makeRefusingSources(refuse: () => never): Pick<Pages, 'db' | 'catalogue' | 'readBasket'> {
  const source = new Proxy({}, { get: refuse });
  return { db: source as Database, catalogue: source as Catalogue, readBasket: refuse };
}

const unavailableSources = makeRefusingSources(() => {
  const refused = 'database-unavailable';
  throw Response.json({ refused, detail: explainRefusal({ refused }) }, { status: findStatus(refused) });
});

const publicHeader = 'x-public-page';
const cardsHeader = 'x-takes-cards';

type Entry = { render: PageHandler; findPublicRoute: pageHandler.FindPublicRoute };

const entries = new WeakMap<ServerBuild, Entry>();

async function readEntry({ build, mode }: Pages): Promise<Entry> {
  const read = typeof build === 'function' ? await build() : build;
  const known = entries.get(read);
  if (known) return known;
  const { makePageHandler, makePublicRouteFinder } = read.entry.module as unknown as typeof pageHandler;
  const entry = { render: makePageHandler(read, mode), findPublicRoute: makePublicRouteFinder(read) };
  entries.set(read, entry);
  return entry;
}

type Exchange = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Where the visitor's own last write is. */
  written: LogPosition | undefined;
  isPersonal: boolean;
};

async function renderPage(
  render: PageHandler,
  pages: Pages,
  { request, reply, written, isPersonal: isAlwaysPersonal }: Exchange,
  address: string,
): Promise<Answer> {
  const { db, catalogue, publicUrl, reviewsFrom, isLocal, sendsMail, settings: cache } = pages;
  const settings = await cache.read(written);
  const nonce = randomBytes(16).toString('base64');
  let keptUntil: Date | undefined;
  let shownStock: ShownStock | undefined;
  let isPersonal = isAlwaysPersonal;
  pages.figures.rendered += 1;
  const rendered = await render(new Request(new URL(address, publicUrl)), {
    page: {
      db,
      publicUrl,
      sendsMail,
      now: pages.now(),
      keepUntil: (time) => {
        if (!keptUntil || time < keptUntil) keptUntil = time;
      },
      showsStock: (shown) => {
        shownStock = shown;
      },
      nonce,
      isLocalRequest: isLocal && isLocalRequest(request),
    },
    catalogue,
    reviewsFrom,
    settings,
    readBasket: isPersonal ? () => pages.readBasket(request, reply) : undefined,
    findVisit: () => {
      isPersonal = true;
      return pages.findVisit(request);
    },
  });
  const body = Buffer.from(await rendered.arrayBuffer());
  const type = rendered.headers.get('content-type') ?? 'text/html; charset=utf-8';
  const isPublic = rendered.headers.has(publicHeader) && isPersonal === isAlwaysPersonal;
  const { status } = rendered;
  const isPage = type.startsWith('text/html');
  const location = rendered.headers.get('location');
  const policy = makePagePolicy({
    nonce: isPublic ? undefined : nonce, // a public page has no scripts inside
    loadsStripe: pages.takesStripe && rendered.headers.has(cardsHeader),
  });
  const headers = {
    'content-type': type,
    vary: 'accept-encoding',
    'cache-control': isPublic ? 'public, no-cache' : 'private, no-cache',
    // without it forms do not say where they come from
    ...(isPublic && { 'referrer-policy': 'same-origin' }),
    // without it the application does not read why its data was refused
    ...(type === 'text/x-script' && { 'x-remix-response': 'yes' }),
    ...((isPersonal || status === 503) && { 'cache-control': 'no-store' }),
    ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
    // not in development, which needs inline scripts
    ...(pages.mode === 'production' && { 'content-security-policy': policy }),
    ...(location && { location }),
  };
  const earlyFiles = isPage ? findEarlyFiles(body.toString('utf8', 0, body.indexOf('</head>'))) : undefined;
  const shown = { body, isPage, isPublic, isPersonal, earlyFiles, keptUntil, shownStock };
  return { status, headers, ...shown, etag: makeEtag(body), encoded: {} };
}

async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  reply.code(answer.status).headers(answer.headers);
  if (answer.isPublic && answer.isPage) offerPrefetch(request, reply);
  if (answer.isPublic && !answer.isPersonal && answer.status === 200) {
    reply.header('etag', answer.etag);
    if (matchesEtag(request, answer.etag)) return reply.code(304).send();
  }
  if (answer.earlyFiles) reply.header('link', answer.earlyFiles);
  const encoding = chooseEncoding(request);
  answer.encoded[encoding] ??= encode(answer.body, encoding, answer.isPublic && !answer.isPersonal);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await answer.encoded[encoding]);
}

const preloadPatterns = /<link rel="stylesheet" href="(?<style>\/[^"]+)"|<script src="(?<script>\/[^"]+)"/g;

/** The `Link` header that lets browsers load style sheets and the small script early. Source: the HTML standard, 'Processing `Link` headers', and RFC 8288. */
function findEarlyFiles(head: string): string | undefined {
  const links = [...head.matchAll(preloadPatterns)].map(({ groups: { style, script } = {} }) =>
    style ? `<${style}>; rel=preload; as=style` : `<${script}>; rel=preload; as=script`,
  );
  return links.join(', ') || undefined;
}
