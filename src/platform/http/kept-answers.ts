/** Keeps the bytes of answers to visitors until what they show has changed; the database is asked once for all who wait. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { AnswerFreshness } from '#platform/database/content-version.ts';
import type { ShownStock } from '#platform/database/stock-changes.ts';
import { chooseEncoding, type Encoded, encode, makeEtag, matchesEtag } from '#platform/pages/encodings.ts';
import { openPageCache } from '#platform/pages/page-cache.ts';

/** What an answer shows of the stock, undefined: of any part; 'not kept': it must be made each time. */
export type Shown = ShownStock | undefined | 'not kept';

export type KeptAnswers = ReturnType<typeof openKeptAnswers>;

type KeptAnswer = {
  status: number;
  isPublic: boolean;
  refusal: Refusal | undefined;
  headers: Record<string, string>;
  body: Buffer;
  etag: string;
  encoded: Encoded;
  shownStock: ShownStock | undefined;
  keptUntil: undefined;
  makeAgain: MakeAgain;
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** For another request for the same address, whose parameters need no second check. */
type MakeAgain = (exchange: Exchange) => Promise<KeptAnswer>;

/** Of answers, besides the pages'. */
const maxBytes = 16 * 1024 * 1024;

export function openKeptAnswers(freshness: AnswerFreshness) {
  const cache = openPageCache<KeptAnswer>({
    version: freshness,
    maxBytes,
    now: () => new Date(),
    maxStockAgeMs: 0,
  });
  async function send(exchange: Exchange, make: MakeAgain): Promise<Refusal | undefined> {
    const { request, reply } = exchange;
    await freshness.refresh();
    const render = () => make(exchange);
    const kept = cache.find(request.url) ?? (await cache.render(request.url, render, { isShared: true }));
    if (!kept.refusal) await sendKept(request, reply, kept);
    return kept.refusal;
  }

  return {
    /** Sends the answer to this address if one was kept, made again if it is not so any more; a refusal is left to the handler. */
    async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const last = cache.peek(request.url);
      if (last) await send({ request, reply }, last.makeAgain);
    },
    /** Makes the answer, once for all who ask for this address meanwhile, and sends it unless it is a refusal. */
    make<Answer>(
      exchange: Exchange,
      work: (exchange: Exchange) => Promise<Answer | Refusal>,
      findShown: (answer: Answer) => Shown,
    ): Promise<Refusal | undefined> {
      const make: MakeAgain = async (each) => ({
        ...makeAnswer(each.reply, await work(each), findShown),
        makeAgain: make,
      });
      return send(exchange, make);
    },
    usage: cache.usage,
  };
}

function makeAnswer<Answer>(
  reply: FastifyReply,
  answer: Answer | Refusal,
  findShown: (answer: Answer) => Shown,
): Omit<KeptAnswer, 'makeAgain'> {
  const refusal = isRefused(answer) ? answer : undefined;
  const shown = isRefused(answer) ? 'not kept' : findShown(answer);
  const isPublic = shown !== 'not kept';
  const body = Buffer.from(refusal ? '' : String(reply.code(200).serialize(answer)));
  const etag = makeEtag(body);
  const own = Object.entries(reply.getHeaders()).filter(([name]) => ownHeaders.has(name));
  return {
    ...{ status: 200, isPublic, refusal, body, etag, encoded: {}, keptUntil: undefined },
    headers: { ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])), ...headers, etag },
    shownStock: isPublic ? shown : undefined,
  };
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding',
  'cache-control': 'no-cache',
};

/** Those of handlers. */
const ownHeaders = new Set(['link', 'x-total-count', 'x-search-meant', 'x-search-partial']);

async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): Promise<void> {
  reply.code(200).headers(kept.headers);
  if (matchesEtag(request, kept.etag)) return void reply.code(304).send();
  const encoding = kept.body.length < minEncodedBytes ? 'identity' : chooseEncoding(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  kept.encoded[encoding] ??= encode(kept.body, encoding, false);
  reply.send(encoding === 'identity' ? kept.body : await kept.encoded[encoding]);
}

const minEncodedBytes = 1024;
