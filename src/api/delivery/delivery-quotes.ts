/** The route of quotes of delivery. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { quoteDeliveryEndpoint } from '#contract/delivery/delivery-quotes.ts';
import { quoteParts } from '#shop/delivery/quote-parts.ts';

export function deliveryQuoteRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(
    app,
    services,
    quoteDeliveryEndpoint,
    async ({ body, at }) => await quoteParts(services, { lines: body.lines, address: body.address, at }),
  );
}
