/** Rate limits, counted in the database over all processes and restarts. */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  type RateLimitPluginOptions,
} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { countAttempt, countAttempts, undoAttempts } from '#platform/database/attempts.ts';
import type { ApiDependencies } from '#platform/http/register-endpoint.ts';

type CountingDependencies = Pick<ApiDependencies, 'db' | 'now'>;

/** Limits the routes of this scope: all of them, or those whose `config` has a limit. */
export async function limitAttempts(
  app: FastifyInstance,
  counting: CountingDependencies,
  limit: Pick<RateLimitPluginOptions, 'global' | 'max' | 'timeWindow' | 'keyGenerator'> = { global: false },
): Promise<void> {
  // the plugin calls it with `new`, which keeps an object that a function returns
  const store = function makeScopeStore() {
    return makeStore(counting, 'a scope');
  } as unknown as FastifyRateLimitStoreCtor;
  await app.register(rateLimit, { ...limit, store });
}

/** Counts every attempt before it is handled; one that succeeds or fails with 5xx is undone. `count` throws a 429. */
export function limitFailures(
  { db, now }: CountingDependencies,
  windowMs: number,
  limits: { max: number; scope: string; findSubject: (request: FastifyRequest) => string }[],
): {
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  onSend: onSendAsyncHookHandler;
} {
  const countedKeys = new WeakMap<FastifyRequest, string[]>();
  return {
    async count(request, reply) {
      const at = now();
      const maxima = new Map(
        limits.map(({ max, scope, findSubject }) => [computeKey(scope, findSubject(request)), max]),
      );
      const keys = [...maxima.keys()];
      const counts = await countAttempts({ db }, { keys, windowMs, at });
      countedKeys.set(request, keys);
      const exceeded = counts.find(({ key, count }) => count > (maxima.get(key) ?? 0));
      if (exceeded) refuseAttempts(reply, { until: exceeded.until, at });
    },
    async onSend(request, reply) {
      if (reply.statusCode >= 400 && reply.statusCode < 500) return;
      try {
        await undoAttempts(db, countedKeys.get(request) ?? []);
      } catch (error) {
        request.log.warn({ err: error }, 'an attempt that succeeded still counts');
      }
    },
  };
}

type Wait = { until: Date; at: Date };

export function refuseAttempts(reply: FastifyReply, wait: Wait): never {
  setRetryAfter(reply, wait);
  throw Object.assign(new Error('Too many attempts'), { statusCode: 429 });
}

export function setRetryAfter(reply: FastifyReply, { until, at }: Wait): void {
  reply.header('retry-after', Math.ceil((until.getTime() - at.getTime()) / 1000));
}

/**
 * The unit that limits count: an IPv4 address, or the 64-bit network of an IPv6 address, which one customer has. Lost
 * connections, which have no address any more, are one.
 */
export function formatNetwork(address = ''): string {
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

/** Who is counted stands nowhere in clear. */
export function computeKey(scope: string, subject: string): string {
  return createHash('sha256').update(`${scope}\n${subject}`).digest('hex');
}

function makeStore(counting: CountingDependencies, scope: string): FastifyRateLimitStore {
  return {
    child(limited) {
      // the plugin's types place the route one level too high
      const { routeInfo } = limited as unknown as { routeInfo: { method: string; url: string } };
      return makeStore(counting, `${routeInfo.method} ${routeInfo.url}`);
    },
    incr(subject, answer, windowMs) {
      const at = counting.now();
      countAttempt(counting, { key: computeKey(scope, subject), windowMs, at }).then(
        ({ count, until }) => answer(null, { current: count, ttl: until.getTime() - at.getTime() }),
        (error) => answer(error),
      );
    },
  };
}
