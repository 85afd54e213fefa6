/** Keeps the bytes of answers to visitors until what they show has changed; the database is asked once for all who wait. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { keptBytes } from '#kernel/kept-bytes.ts';
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
  /** Names and values in turn: Node writes such a list in half of the time of an object. */
  headers: string[];
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

export function openKeptAnswers(freshness: AnswerFreshness) {
  const cache = openPageCache<KeptAnswer>({
    version: freshness,
    maxBytes: keptBytes.answers,
    now: () => new Date(),
    maxStockAgeMs: 0,
  });
  const serialize = makeSerializer();

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
        ...makeAnswer({ reply: each.reply, serialize }, await work(each), findShown),
        makeAgain: make,
      });
      return send(exchange, make);
    },
    usage: cache.usage,
  };
}

function makeAnswer<Answer>(
  { reply, serialize }: { reply: FastifyReply; serialize: ReturnType<typeof makeSerializer> },
  answer: Answer | Refusal,
  findShown: (answer: Answer) => Shown,
): Omit<KeptAnswer, 'makeAgain'> {
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
async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): Promise<void> {
  const isKnown = matchesEtag(request, kept.etag);
  const encoding = isKnown || kept.body.length < minEncodedBytes ? 'identity' : chooseEncoding(request);
  kept.encoded[encoding] ??= encode(kept.body, encoding, false);
  const body = encoding === 'identity' ? kept.body : await kept.encoded[encoding];
  const headers = [...kept.headers, 'x-request-id', request.id];
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  if (!isKnown) headers.push('content-length', String(body.length));
  reply.hijack().raw.writeHead(isKnown ? 304 : 200, headers);
  reply.raw.end(isKnown ? undefined : body);
}

const minEncodedBytes = 1024;
