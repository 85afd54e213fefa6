/** Who has just written reads what they wrote, from whichever process and replica: a cookie says where in the log the write is. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  formatPosition,
  type LogPosition,
  parsePosition,
  readPosition,
} from '#platform/database/log-positions.ts';
import { currentBudget } from '#platform/database/time-budget.ts';
import { nameHostCookie, readCookie, setCookie } from '#platform/http/cookies.ts';
import type { ApiDependencies } from '#platform/http/register-endpoint.ts';

type Signer = Pick<ApiDependencies, 'secret' | 'publicUrl' | 'now'>;

const cookie = 'compact.written';

/** Longer than the primary serves alone before a replica that is behind has caught up, or is left. */
const lifetimeSeconds = 60;

/**
 * After each successful write that a replica shows later, or that other processes hear of. A position that cannot be read
 * changes nothing about the answer.
 */
export function rememberWrites(
  app: FastifyInstance,
  services: Signer & Pick<ApiDependencies, 'db'> & { hasReplica: boolean },
): void {
  async function rememberWrite(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const announced = currentBudget()?.written;
      const position = announced ?? (services.hasReplica ? await readPosition(services.db) : undefined);
      if (position === undefined) return;
      const text = `${formatPosition(position)}.${services.now().getTime() + lifetimeSeconds * 1000}`;
      const value = `${text}.${sign(services, text)}`;
      setCookie(
        services,
        reply,
        { name: nameHostCookie(services, cookie), value, lifetimeSeconds },
        'HttpOnly',
      );
    } catch (error) {
      request.log.warn({ err: error }, 'the position of a write is unknown');
    }
  }

  // not async: reads are sent in one turn
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || reply.statusCode >= 400) return done();
    rememberWrite(request, reply).then(() => done(), done);
  });
}

/** Undefined without a cookie of this shop that is less than a minute old. */
export function readWrittenPosition(services: Signer, request: FastifyRequest): LogPosition | undefined {
  const value = readCookie(request, nameHostCookie(services, cookie));
  if (value === undefined) return undefined;
  const [position = '', expiry = '', signature = ''] = value.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(services, `${position}.${expiry}`))];
  const isOwn = given.length === expected.length && timingSafeEqual(given, expected);
  return isOwn && Number(expiry) > services.now().getTime() ? parsePosition(position) : undefined;
}

/** Nobody can make up a position that no replica reaches. */
function sign({ secret }: Signer, text: string): string {
  return createHmac('sha256', secret).update(`${cookie} ${text}`).digest('base64url');
}
