/** The route of the card provider's webhooks. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { receiveEventEndpoint } from '#contract/payments/webhooks.ts';
import { isRefused } from '#domain/refusals.ts';
import { receiveEvent } from '#shop/payments/receive-event.ts';

/** Needs a separate scope, where bodies stay the signed bytes. */
export async function webhookRoutes(scope: FastifyInstance, services: ApiDependencies): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  registerEndpoint(scope, services, receiveEventEndpoint, async ({ request, at }) => {
    const received = await receiveEvent(services, {
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: String(request.headers['stripe-signature'] ?? ''),
      at,
    });
    return isRefused(received) ? received : { received: true as const };
  });
}
