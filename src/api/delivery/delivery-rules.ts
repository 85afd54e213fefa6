/** The routes of the rules of delivery. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { readDeliveryRulesEndpoint, saveDeliveryRulesEndpoint } from '#contract/delivery/delivery-rules.ts';
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { saveDeliveryRules } from '#shop/delivery/save-delivery-rules.ts';

export function deliveryRulesRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(
    app,
    services,
    readDeliveryRulesEndpoint,
    async () => await findDeliveryRules(services.db),
  );

  registerEndpoint(app, services, saveDeliveryRulesEndpoint, async ({ viewer, body, at }) => {
    const { version: seenVersion, rules } = body;
    return await saveDeliveryRules(services, { viewer, rules, seenVersion, at });
  });
}
