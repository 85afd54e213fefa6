/** Limits how often something may be tried, over all processes together and across a restart. */
import { createHash } from 'node:crypto';
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  type RateLimitPluginOptions,
} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#api/serve.ts';
import { countAttempt } from '#shop/count-attempt.ts';

type Counting = Pick<Services, 'db' | 'now'>;

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
      const key = createHash('sha256').update(`${scope}\n${whose}`).digest('hex');
      countAttempt(counting.db, { key, window, at }).then(
        ({ count, until }) => answer(null, { current: count, ttl: until.getTime() - at.getTime() }),
        (error) => answer(error),
      );
    },
  };
}
