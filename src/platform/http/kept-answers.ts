/** Keeps the bytes of answers to visitors until what they show has changed; the database is asked once for all who wait. */
import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { keptBytes } from '#kernel/kept-bytes.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { AnswerFreshness } from '#platform/database/content-version.ts';
import type { ShownStock } from '#platform/database/stock-changes.ts';
import { waitWithTimeout } from '#platform/database/time-budget.ts';
import { requestBudgetMs, waitedMs } from '#platform/http/slow-requests.ts';
import { chooseEncoding, type Encoded, encode, makeEtag, matchesEtag } from '#platform/pages/encodings.ts';
import { type Cacheable, openPageCache } from '#platform/pages/page-cache.ts';

/** What an answer shows of the stock, undefined: of any part; 'not kept': it must be made each time. */
export type Shown = ShownStock | undefined | 'not kept';

export type KeptAnswers = ReturnType<typeof openKeptAnswers>;

type KeptAnswer = Cacheable & {
  refusal: Refusal | undefined;
  /** The path of its endpoint. */
  route: string | undefined;
  /** Names and values in turn: Node writes such a list in half of the time of an object. */
  headers: string[];
  etag: string;
  encoded: Encoded;
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Takes a duration in milliseconds. */
export type Observe = (labels: { method: string; route: string; status: number }, duration: number) => void;

export function openKeptAnswers(freshness: AnswerFreshness) {
  const cache = openPageCache<KeptAnswer>({
    version: freshness,
    maxBytes: keptBytes.answers,
    now: () => new Date(),
    maxStockAgeMs: 0,
  });
  const serialize = makeSerializer();

  /** Of answers that somebody makes again: what ends the wait of the others. */
  const remakes = new Map<string, PromiseWithResolvers<void>>();

  /** Undefined for the first who finds it out of date, and makes it again, and for who has waited for the first in vain. */
  async function findFresh(url: string, response: ServerResponse): Promise<KeptAnswer | undefined> {
    await freshness.refresh();
    const running = remakes.get(url);
    const kept = cache.find(url);
    if (!kept && running) await running.promise;
    return kept ?? cache.find(url) ?? beginRemake(url, response);
  }

  function beginRemake(url: string, response: ServerResponse): undefined {
    if (remakes.has(url) || response.closed) return;
    const remake = Promise.withResolvers<void>();
    remakes.set(url, remake);
    response.once('close', () => endRemake(url, remake)); // if it was not made
  }

  function endRemake(url: string, remake = remakes.get(url)): void {
    remake?.resolve();
    if (remakes.get(url) === remake) remakes.delete(url);
  }

  /** Whether it was sent; not when the database does not answer. */
  async function sendFresh(request: IncomingMessage, response: ServerResponse, options: FirstOptions) {
    const { observe, limitMs = requestBudgetMs } = options;
    const startedAt = performance.now();
    try {
      const kept = await waitWithTimeout(findFresh(request.url ?? '', response), { limitMs });
      if (kept) {
        await send(request, response, { kept, id: randomUUIDv7() });
        const { statusCode: status } = response;
        observe({ method: 'GET', route: kept.route ?? 'none', status }, performance.now() - startedAt);
        return true;
      }
    } catch {}
    waitedMs.set(request, performance.now() - startedAt);
    return response.headersSent;
  }

  return {
    /**
     * Sends visitors what is kept and still so in front of the framework, whose work would be half of it: its headers are what
     * hooks and handler said when it was made. All else goes on, and so does everything where each request is logged.
     */
    sendFirst(app: FastifyInstance, options: FirstOptions): void {
      if (['info', 'debug', 'trace'].includes(app.log.level)) return;
      const [handle] = app.server.listeners('request') as [RequestListener];
      app.server.removeAllListeners('request').on('request', (request, response) => {
        const { method, url = '', headers } = request;
        const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
        const isVisit = method === 'GET' && !hasBody && headers.authorization === undefined;
        const isNext = response.socket !== null; // in a pipeline the others wait, and are counted
        const isFirst = isVisit && isNext && cache.has(url) && !options.isDoubtful(request);
        if (!isFirst) return handle(request, response);
        if (!app.server.listening) response.shouldKeepAlive = false; // as the framework says while it closes
        void sendFresh(request, response, options).then((isSent) => isSent || handle(request, response));
      });
    },
    /** Makes the answer, once for all who ask for this address meanwhile, and sends it; a refusal is left to the handler. */
    async make<Answer>(
      { request, reply }: Exchange,
      work: () => Promise<Answer | Refusal>,
      findShown: (answer: Answer) => Shown,
    ): Promise<Refusal | undefined> {
      await freshness.refresh();
      const render = async () => makeAnswer({ request, reply, serialize }, await work(), findShown);
      const kept = cache.find(request.url) ?? (await cache.render(request.url, render, { isShared: true }));
      endRemake(request.url);
      if (kept.refusal) return kept.refusal;
      await send(request.raw, reply.hijack().raw, { kept, id: request.id });
    },
    usage: cache.usage,
  };
}

type FirstOptions = {
  observe: Observe;
  isDoubtful(request: IncomingMessage): boolean;
  /** For waiting. */
  limitMs?: number;
};

function makeAnswer<Answer>(
  { request, reply, serialize }: Exchange & { serialize: ReturnType<typeof makeSerializer> },
  answer: Answer | Refusal,
  findShown: (answer: Answer) => Shown,
): KeptAnswer {
  const refusal = isRefused(answer) ? answer : undefined;
  const shown = isRefused(answer) ? 'not kept' : findShown(answer);
  const isPublic = shown !== 'not kept';
  const body = Buffer.from(refusal ? '' : serialize(reply.code(200), answer));
  const etag = makeEtag(body);
  const { 'x-request-id': _, ...own } = reply.getHeaders();
  if (own['set-cookie'] !== undefined)
    throw new Error('An answer that sets a cookie cannot be kept for all visitors.');
  return {
    ...{ status: 200, isPublic, refusal, body, etag, encoded: {}, keptUntil: undefined },
    headers: Object.entries({ ...own, ...headers, etag }).flatMap(([name, value]) => [name, String(value)]),
    shownStock: isPublic ? shown : undefined,
    route: request.routeOptions.url,
  };
}

/** Of lists, what is still the same object is neither validated nor written again. */
function makeSerializer(): (reply: FastifyReply, answer: unknown) => string {
  const kept = new LRUCache<object, string>({
    maxSize: keptBytes.itemsOfAnswers,
    sizeCalculation: ({ length }) => length + 200,
  });
  return (reply, answer) => {
    if (!Array.isArray(answer)) return String(reply.serialize(answer));
    const texts = answer.map((item: object) => {
      const text = kept.get(item) ?? String(reply.serialize([item])).slice(1, -1);
      kept.set(item, text);
      return text;
    });
    return `[${texts.join(',')}]`;
  };
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding',
  'cache-control': 'no-cache',
};

/** Past the hooks before sending: they would compress it again, and cost a tenth of it. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { kept, id }: { kept: KeptAnswer; id: string },
): Promise<void> {
  const isKnown = matchesEtag(request, kept.etag);
  const encoding = isKnown || kept.body.length < minEncodedBytes ? 'identity' : chooseEncoding(request);
  kept.encoded[encoding] ??= encode(kept.body, encoding, false);
  const body = encoding === 'identity' ? kept.body : await kept.encoded[encoding];
  const headers = [...kept.headers, 'x-request-id', id];
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  if (!isKnown) headers.push('content-length', String(body.length));
  response.writeHead(isKnown ? 304 : 200, headers);
  response.end(isKnown ? undefined : body);
}

const minEncodedBytes = 1024;
