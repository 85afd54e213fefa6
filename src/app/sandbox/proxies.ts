/** Forwards browsers to the sandbox: its card provider, and its identity provider. */
import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SettingsCache } from '#app/rendering/shown-settings.ts';
import { demoIdentityPrefix } from '#app/sandbox/demo-identity.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { isLocalRequest } from '#platform/http/loopback.ts';
import { retryAfterSeconds, sendRefusal } from '#platform/http/problems.ts';

export async function sandboxProxies(
  app: FastifyInstance,
  { upstream, hasIdentity, settings }: { upstream: string; hasIdentity: boolean; settings: SettingsCache },
): Promise<void> {
  await app.register(proxy, makeCardProxy(upstream));
  if (hasIdentity) await app.register(proxy, makeIdentityProxy(upstream, settings));
}

function makeCardProxy(upstream: string): FastifyHttpProxyOptions {
  const prefix = '/card-sandbox';
  return {
    ...makeProxy(upstream, { refused: 'payment-provider-unavailable' }, () => ({
      'x-forwarded-prefix': prefix,
    })),
    prefix,
  };
}

/** Not found for other machines. */
function makeIdentityProxy(upstream: string, settings: SettingsCache): FastifyHttpProxyOptions {
  const refusal = { refused: 'identity-provider-unavailable', name: 'The demo’s log-in' } as const;
  const makeHeaders = ({ raw }: FastifyRequest) => ({
    'x-forwarded-prefix': demoIdentityPrefix,
    'x-forwarded-host': raw.headers.host ?? '',
  });
  return {
    ...makeProxy(upstream, refusal, makeHeaders),
    prefix: demoIdentityPrefix,
    rewritePrefix: '/identity',
    internalRewriteLocationHeader: false,
    preHandler: async (request, reply) => {
      if (!isLocalRequest(request)) return reply.callNotFound();
      const { name } = await settings.read();
      request.raw.headers['x-shop-name'] = encodeURIComponent(name); // for the page that asks for consent
    },
  };
}

/** With the headers that links of the sandbox need. */
function makeProxy(
  upstream: string,
  refusal: Refusal,
  makeHeaders: (request: FastifyRequest) => Record<string, string>,
): FastifyHttpProxyOptions {
  return {
    upstream,
    http: { requestOptions: { timeout: 3000 } }, // milliseconds
    replyOptions: {
      onError(reply, { error }) {
        reply.request.log.warn({ err: error }, 'the sandbox could not be reached');
        reply.header('retry-after', retryAfterSeconds);
        sendRefusal(reply as FastifyReply, refusal);
      },
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        ...makeHeaders(request as FastifyRequest),
      }),
    },
  };
}
