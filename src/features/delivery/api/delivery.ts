/** The routes of delivery: addresses, quotes, and the rules of the owner. */
import type { FastifyInstance } from 'fastify';
import {
  addAddressEndpoint,
  deleteAddressEndpoint,
  editAddressEndpoint,
  readAddressFieldsEndpoint,
} from '#delivery/contract/addresses.ts';
import { listCountriesEndpoint } from '#delivery/contract/countries.ts';
import { quoteDeliveryEndpoint } from '#delivery/contract/delivery-quotes.ts';
import { readDeliveryRulesEndpoint, saveDeliveryRulesEndpoint } from '#delivery/contract/delivery-rules.ts';
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { listAddressFields, listCountries } from '#delivery/rules/addresses.ts';
import { presentSavedAddress } from '#delivery/rules/saved-addresses.ts';
import { quoteParts } from '#delivery/use-cases/quote-parts.ts';
import { deleteAddress, saveAddress } from '#delivery/use-cases/save-address.ts';
import { saveDeliveryRules } from '#delivery/use-cases/save-delivery-rules.ts';
import { isRefused } from '#kernel/refusals.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';

export function deliveryRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, listCountriesEndpoint, async () => {
    const { rules } = await findDeliveryRules(services.db);
    return { home: rules.homeCountry, countries: listCountries() };
  });

  registerEndpoint(app, services, readAddressFieldsEndpoint, async ({ query }) =>
    listAddressFields(query.country),
  );

  registerEndpoint(app, services, addAddressEndpoint, async ({ viewer, body, at }) =>
    presentAll(await saveAddress(services, { ...body, viewer, id: undefined, at })),
  );

  registerEndpoint(app, services, editAddressEndpoint, async ({ viewer, params, body, at }) =>
    presentAll(await saveAddress(services, { ...body, viewer, id: params.id, at })),
  );

  registerEndpoint(app, services, deleteAddressEndpoint, async ({ viewer, params }) =>
    presentAll(await deleteAddress(services, { viewer, id: params.id })),
  );

  registerEndpoint(app, services, quoteDeliveryEndpoint, ({ body, at }) =>
    quoteParts(services, { ...body, at }),
  );

  registerEndpoint(app, services, readDeliveryRulesEndpoint, () => findDeliveryRules(services.db));

  registerEndpoint(app, services, saveDeliveryRulesEndpoint, async ({ viewer, body, at }) => {
    const { version: seenVersion, rules } = body;
    return await saveDeliveryRules(services, { viewer, rules, seenVersion, at });
  });
}

function presentAll(saved: Awaited<ReturnType<typeof saveAddress>>) {
  return isRefused(saved) ? saved : saved.map(presentSavedAddress);
}
