/** The routes of addresses: countries, their fields, and how the form of an address begins. */
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
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { listAddressFields, listCountries } from '#domain/delivery/addresses.ts';
import { presentSavedAddress } from '#domain/delivery/saved-addresses.ts';
import { isRefused } from '#domain/refusals.ts';
import { beginAddressForm } from '#shop/delivery/begin-address-form.ts';
import { deleteAddress } from '#shop/people/delete-address.ts';
import { saveAddress } from '#shop/people/save-address.ts';

export function addressRoutes(app: FastifyInstance, services: ApiDependencies): void {
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

  savedAddressRoutes(app, services);
}

function savedAddressRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, addAddressEndpoint, async ({ viewer, body, at }) => {
    const { address, isDefault = false } = body;
    const saved = await saveAddress(services, { viewer, id: undefined, address, isDefault, at });
    return isRefused(saved) ? saved : saved.map(presentSavedAddress);
  });

  registerEndpoint(app, services, editAddressEndpoint, async ({ viewer, params, body, at }) => {
    const { address, isDefault = false } = body;
    const saved = await saveAddress(services, { viewer, id: params.id, address, isDefault, at });
    return isRefused(saved) ? saved : saved.map(presentSavedAddress);
  });

  registerEndpoint(app, services, deleteAddressEndpoint, async ({ viewer, params }) => {
    const saved = await deleteAddress(services, { viewer, id: params.id });
    return isRefused(saved) ? saved : saved.map(presentSavedAddress);
  });
}
