/** Limits how often something may be tried, over all processes together and across a restart. */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  type RateLimitPluginOptions,
} from '@fastify/rate-limit';
import type {
  FastifyInstance,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import type { ApiDependencies } from '#api/register-endpoint.ts';
import { countAttempt, discountAttempt } from '#shop/people/count-attempt.ts';

type Counting = Pick<ApiDependencies, 'db' | 'now'>;

/** Limits the routes of this scope, all alike or those whose `config` says so; the counts are kept in the database. */
export async function limitAttempts(
  app: FastifyInstance,
  counting: Counting,
  limit: Pick<RateLimitPluginOptions, 'global' | 'max' | 'timeWindow' | 'keyGenerator'> = { global: false },
): Promise<void> {
  // the limiter calls it with `new`, which leaves an object that a function returns as it is
  const store = function makeStore() {
    return storeOf(counting, 'a scope');
  } as unknown as FastifyRateLimitStoreCtor;
  await app.register(rateLimit, { ...limit, store });
}

export type FailureLimit = { most: number; scope: string; whose: (request: FastifyRequest) => string };

/**
 * The hooks of a route whose failures are limited, by each of the limits. Attempts count before they are answered, so
 * that those at the same moment all count; one that succeeds, or that fails through our own fault, is taken back.
 */
export function limitFailures(
  { db, now }: Counting,
  window: number, // milliseconds
  limits: FailureLimit[],
): { preHandler: preHandlerAsyncHookHandler; onSend: onSendAsyncHookHandler } {
  const counted = new WeakMap<FastifyRequest, string[]>();
  return {
    async preHandler(request, reply) {
      const at = now();
      for (const { most, scope, whose } of limits) {
        const key = keyOf(scope, whose(request));
        const { count, until } = await countAttempt({ db }, { key, window, at });
        counted.set(request, [...(counted.get(request) ?? []), key]);
        if (count <= most) continue;
        reply.header('retry-after', Math.ceil((until.getTime() - at.getTime()) / 1000));
        throw Object.assign(new Error('Too many attempts'), { statusCode: 429 });
      }
    },
    async onSend(request, reply) {
      if (reply.statusCode >= 400 && reply.statusCode < 500) return;
      try {
        for (const key of counted.get(request) ?? []) await discountAttempt({ db }, { key });
      } catch (error) {
        request.log.warn({ err: error }, 'an attempt that succeeded still counts');
      }
    },
  };
}

/** What is counted as one address: of IPv6 the 64 bits that one customer of a network provider has to himself. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.replace(/%.*/, '').split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

function keyOf(scope: string, whose: string): string {
  return createHash('sha256').update(`${scope}\n${whose}`).digest('hex');
}

/** `scope` keeps the counts of different routes apart. */
function storeOf(counting: Counting, scope: string): FastifyRateLimitStore {
  return {
    child(limited) {
      // the route lies one deeper than the limiter's own types say
      const { routeInfo } = limited as unknown as { routeInfo: { method: string; url: string } };
      return storeOf(counting, `${routeInfo.method} ${routeInfo.url}`);
    },
    incr(whose, answer, window) {
      const at = counting.now();
      countAttempt(counting, { key: keyOf(scope, whose), window, at }).then(
        ({ count, until }) => answer(null, { current: count, ttl: until.getTime() - at.getTime() }),
        (error) => answer(error),
      );
    },
  };
}
