/** Serves pages: public pages from the cache, others rendered for each request. */
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { ServerBuild } from 'react-router';
import { readWrittenPosition } from '#api/own-writes.ts';
import { findStatus, retryAfterSeconds } from '#api/problems.ts';
import type { Catalogue } from '#database/catalogue/catalogue.ts';
import type { CatalogueVersion } from '#database/catalogue/catalogue-version.ts';
import type { Database } from '#database/connect.ts';
import type { SettingsCache } from '#database/settings.ts';
import { currentBudget } from '#database/time-budget.ts';
import type { VisitorReads } from '#database/visitor-reads.ts';
import { explainRefusal } from '#domain/refusals.ts';
import type { ReviewsFrom } from '#domain/reviews.ts';
import { isLocalRequest } from '#server/config/loopback.ts';
import { makePagePolicy } from '#server/pages/content-policy.ts';
import { findEarlyFiles } from '#server/pages/early-files.ts';
import { offerPrefetch } from '#server/pages/prefetch.ts';
import { resolvePage } from '#server/pages/resolve-page.ts';
import type { Basket } from '#shop/basket/view-basket.ts';
import type { PageHandler } from '#web/server/page-handler.server.ts';

export type WebApplication = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  cacheBytes?: number;
};

export type Pages = WebApplication & {
  db: Database;
  catalogue: Catalogue;
  version: CatalogueVersion;
  visitorReads: VisitorReads;
  /** Signs the position of a visitor's own writes. */
  secret: string;
  publicUrl: string;
  now: () => Date;
  reviewsFrom: ReviewsFrom;
  takesStripe: boolean;
  isLocal: boolean;
  settings: SettingsCache;
  readBasket: (request: FastifyRequest, reply: FastifyReply) => Promise<Basket>;
};

type Encoding = 'br' | 'gzip' | 'identity';

type Answer = {
  status: number;
  type: string;
  body: Buffer;
  isPublic: boolean;
  isPersonal: boolean;
  takesCards: boolean;
  location: string | null;
  earlyFiles: string | undefined;
  /** When what it says is no longer true. */
  keptUntil: Date | undefined;
  etag: string;
  encoded: Partial<Record<Encoding, Promise<Buffer>>>;
};

export function pageRoutes(app: FastifyInstance, pages: Pages): void {
  const { build, mode, takesStripe, cacheBytes = 64 * 1024 * 1024 } = pages;
  const builtHandler = typeof build === 'function' ? undefined : makeHandler(build, mode);
  const cache = new LRUCache<string, Answer>({ maxSize: cacheBytes, sizeCalculation: computeSize });

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const version = pages.mode === 'production' ? pages.version.current() : undefined;
    const address = resolvePage(request.url);
    if (address.redirect) return reply.redirect(address.redirect.address, address.redirect.status);
    const key = version && !address.isPersonal && `${version} ${address.cachedAddress}`;
    const written = readWrittenPosition(pages, request);
    // the writer may come before the announcement
    const isKeptFresh = written === undefined || pages.version.hasHeardUntil(written);
    let answer = key && isKeptFresh ? cache.get(key) : undefined;
    if (!answer || isOutdated(answer, pages.now())) {
      const render = builtHandler ?? makeHandler(await readBuild(build), mode);
      const exchange = { request, reply, nonce, isPersonal: address.isPersonal };
      const renderAnew = (path: string) =>
        address.isPersonal
          ? renderPage(render, pages, exchange, path)
          : pages.visitorReads.read(written, (sources) =>
              renderPage(render, { ...pages, ...sources }, exchange, path),
            );
      answer = await renderAnew(address.renderedAddress);
      if (answer.status >= 500 && currentBudget()?.failure) {
        const unavailable = { ...pages, ...unavailableSources };
        answer = await renderPage(render, unavailable, exchange, address.renderedAddress);
      }
      // a public page must not depend on parameters that are not its own
      const hasForeign = address.renderedAddress !== address.cachedAddress && !address.isPersonal;
      if (answer.isPublic && hasForeign) {
        answer = await renderAnew(address.cachedAddress);
      }
      if (key && answer.isPublic && answer.status === 200) cache.set(key, answer);
    }
    const policy =
      mode === 'production'
        ? makePagePolicy({
            nonce: answer.isPublic ? undefined : nonce,
            loadsStripe: takesStripe && answer.takesCards,
          })
        : undefined;
    return await sendAnswer(request, reply, answer, policy);
  });
}

/** Replaces the database when it is unavailable, so that the page shows the refusal. */
const unavailableSources = {
  db: makeRefusingSource<Database>(),
  catalogue: makeRefusingSource<Catalogue>(),
  readBasket: refuseUnavailable,
};

function makeRefusingSource<Source extends object>(): Source {
  return new Proxy({} as Source, { get: refuseUnavailable });
}

function refuseUnavailable(): never {
  const refused = 'database-unavailable';
  throw Response.json({ refused, detail: explainRefusal({ refused }) }, { status: findStatus(refused) });
}

const publicHeader = 'x-public-page';
const cardsHeader = 'x-takes-cards';

function makeHandler(build: ServerBuild, mode: Pages['mode']): PageHandler {
  const { makePageHandler } = build.entry.module as unknown as {
    makePageHandler(build: ServerBuild, mode: Pages['mode']): PageHandler;
  };
  return makePageHandler(build, mode);
}

async function readBuild(build: Pages['build']): Promise<ServerBuild> {
  return typeof build === 'function' ? await build() : build;
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; nonce: string; isPersonal: boolean };

function isOutdated({ keptUntil }: Answer, now: Date): boolean {
  return keptUntil !== undefined && keptUntil <= now;
}

async function renderPage(
  render: PageHandler,
  pages: Pages,
  { request, reply, nonce, isPersonal }: Exchange,
  address: string,
): Promise<Answer> {
  const { db, catalogue, publicUrl, reviewsFrom, isLocal, settings: cache } = pages;
  const settings = await cache.read();
  let keptUntil: Date | undefined;
  const rendered = await render(new Request(new URL(address, publicUrl)), {
    db,
    catalogue,
    publicUrl,
    now: pages.now(),
    keepUntil: (time) => {
      if (!keptUntil || time < keptUntil) keptUntil = time;
    },
    reviewsFrom,
    nonce,
    settings,
    isLocalRequest: isLocal && isLocalRequest(request),
    readBasket: isPersonal ? () => pages.readBasket(request, reply) : undefined,
  });
  const body = Buffer.from(await rendered.arrayBuffer());
  const type = rendered.headers.get('content-type') ?? 'text/html; charset=utf-8';
  return {
    status: rendered.status,
    type,
    body,
    isPublic: rendered.headers.has(publicHeader),
    isPersonal,
    takesCards: rendered.headers.has(cardsHeader),
    location: rendered.headers.get('location'),
    keptUntil,
    earlyFiles: type.startsWith('text/html') ? findEarlyFiles(body.toString()) : undefined,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    encoded: {},
  };
}

async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  policy: string | undefined, // undefined in development, which needs inline scripts
) {
  reply
    .code(answer.status)
    .header('content-type', answer.type)
    .header('vary', 'accept-encoding')
    .header('cache-control', answer.isPublic ? 'public, no-cache' : 'private, no-cache');
  // without it forms do not say where they come from
  if (answer.isPublic) reply.header('referrer-policy', 'same-origin');
  if (answer.isPersonal) reply.header('cache-control', 'no-store');
  if (answer.status === 503)
    reply.header('retry-after', retryAfterSeconds).header('cache-control', 'no-store');
  if (policy) reply.header('content-security-policy', policy);
  if (answer.isPublic && answer.type.startsWith('text/html')) offerPrefetch(request, reply);
  if (answer.location) reply.header('location', answer.location);
  if (answer.isPublic && !answer.isPersonal && answer.status === 200) {
    reply.header('etag', answer.etag);
    if (matches(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  }
  if (answer.earlyFiles) reply.header('link', answer.earlyFiles);
  const encoding = chooseEncoding(request);
  answer.encoded[encoding] ??= encode(answer.body, encoding, answer.isPublic && !answer.isPersonal);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await answer.encoded[encoding]);
}

function chooseEncoding(request: FastifyRequest): Encoding {
  const negotiator = new Negotiator(request);
  return negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] }) ?? 'identity';
}

function encode(body: Buffer, encoding: Encoding, isCached: boolean): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(body);
  if (encoding === 'gzip') return promisify(gzip)(body, { level: isCached ? 9 : 5 });
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isCached ? 9 : 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

function matches(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((known) => known.trim() === etag) ?? false;
}

function computeSize({ body }: Answer): number {
  return body.length * 2 + 1000;
}
