/** The routes of delivery: addresses and how their form begins, quotes, and the rules of the owner. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import {
  addAddressEndpoint,
  deleteAddressEndpoint,
  editAddressEndpoint,
  listCountriesEndpoint,
  readAddressFieldsEndpoint,
  readAddressFormEndpoint,
} from '#contract/delivery/addresses.ts';
import { quoteDeliveryEndpoint } from '#contract/delivery/delivery-quotes.ts';
import { readDeliveryRulesEndpoint, saveDeliveryRulesEndpoint } from '#contract/delivery/delivery-rules.ts';
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { listAddressFields, listCountries } from '#domain/delivery/addresses.ts';
import { presentSavedAddress } from '#domain/delivery/saved-addresses.ts';
import { isRefused } from '#domain/refusals.ts';
import { beginAddressForm } from '#shop/delivery/begin-address-form.ts';
import { quoteParts } from '#shop/delivery/quote-parts.ts';
import { saveDeliveryRules } from '#shop/delivery/save-delivery-rules.ts';
import { deleteAddress, saveAddress } from '#shop/people/save-address.ts';

export function deliveryRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, listCountriesEndpoint, async () => {
    const { rules } = await findDeliveryRules(services.db);
    return { home: rules.homeCountry, countries: listCountries() };
  });

  registerEndpoint(app, services, readAddressFieldsEndpoint, async ({ query }) =>
    listAddressFields(query.country),
  );

  registerEndpoint(
    app,
    services,
    readAddressFormEndpoint,
    async ({ viewer }) => await beginAddressForm(services, { personId: viewer.id }),
  );

  registerEndpoint(app, services, addAddressEndpoint, async ({ viewer, body, at }) => {
    const { address, isDefault = false } = body;
    return presentAll(await saveAddress(services, { viewer, id: undefined, address, isDefault, at }));
  });

  registerEndpoint(app, services, editAddressEndpoint, async ({ viewer, params, body, at }) => {
    const { address, isDefault = false } = body;
    return presentAll(await saveAddress(services, { viewer, id: params.id, address, isDefault, at }));
  });

  registerEndpoint(app, services, deleteAddressEndpoint, async ({ viewer, params }) =>
    presentAll(await deleteAddress(services, { viewer, id: params.id })),
  );

  registerEndpoint(
    app,
    services,
    quoteDeliveryEndpoint,
    async ({ body, at }) => await quoteParts(services, { lines: body.lines, address: body.address, at }),
  );

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

function presentAll(saved: Awaited<ReturnType<typeof saveAddress>>) {
  return isRefused(saved) ? saved : saved.map(presentSavedAddress);
}
