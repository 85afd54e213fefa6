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
};

/** Of answers, besides the pages'. */
const maxBytes = 16 * 1024 * 1024;

export function openKeptAnswers(freshness: AnswerFreshness) {
  const cache = openPageCache<KeptAnswer>({
    version: freshness,
    maxBytes,
    now: () => new Date(),
    maxStockAgeMs: 0,
  });
  return {
    /** Sends the answer to this address if it is kept. */
    async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (!cache.has(request.url)) return;
      await freshness.refresh();
      const kept = cache.find(request.url);
      if (kept) await sendKept(request, reply, kept);
    },
    /** Makes the answer, once for all who ask for this address meanwhile, and sends it unless it is a refusal. */
    async make<Answer>(
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      work: () => Promise<Answer | Refusal>,
      findShown: (answer: Answer) => Shown,
    ): Promise<Refusal | undefined> {
      await freshness.refresh();
      const render = async () => makeAnswer(reply, await work(), findShown);
      const kept = await cache.render(request.url, render, { isShared: true });
      if (kept.refusal) return kept.refusal;
      await sendKept(request, reply, kept);
      return undefined;
    },
    usage: cache.usage,
  };
}

function makeAnswer<Answer>(
  reply: FastifyReply,
  answer: Answer | Refusal,
  findShown: (answer: Answer) => Shown,
): KeptAnswer {
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
