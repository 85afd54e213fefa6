/** The route that starts a card payment. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { createPaymentIntentEndpoint } from '#contract/payments/payments.ts';
import { dollarsToCents } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { startPayment } from '#shop/payments/start-payment.ts';

export function paymentRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, createPaymentIntentEndpoint, async ({ viewer, body, claim, at }) => {
    const started = await startPayment(services, {
      viewer,
      orderId: body.orderId,
      seenTotal: body.price === undefined ? undefined : dollarsToCents(body.price),
      claim,
      at,
    });
    if (isRefused(started)) return started;
    const { provider, publishableKey } = services.gateway;
    return { clientSecret: started.clientSecret, publishableKey, provider };
  });
}
