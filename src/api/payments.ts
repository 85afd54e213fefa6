/** The route that starts a card payment. */
import type { FastifyInstance } from 'fastify';
import { type Services, serve } from '#api/serve.ts';
import { createPaymentIntentEndpoint } from '#contract/payments.ts';
import { centsOf } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { startPayment } from '#shop/start-payment.ts';

export function paymentRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, createPaymentIntentEndpoint, async ({ viewer, body, claim, at }) => {
    const started = await startPayment(services, {
      viewer,
      orderId: body.orderId,
      seenTotal: body.price === undefined ? undefined : centsOf(body.price),
      claim,
      at,
    });
    if (isRefused(started)) return started;
    const { provider, publishableKey } = services.gateway;
    return { clientSecret: started.clientSecret, publishableKey, provider };
  });
}
