/** Good requests about delivery and addresses, with every field that there is. */
import type { Person } from './given.ts';
import { addressBody, givenSavedAddress, makeQuoteBody, rulesBody } from './given-orders.ts';

export function makeDeliveryRequests(read: () => { buyer: Person; partId: string; orderId: string }) {
  return {
    readDeliveryRules: () => ({}),
    saveDeliveryRules: () => ({ body: rulesBody }),
    quoteDelivery: () => ({ body: makeQuoteBody(read().partId) }),
    listCountries: () => ({}),
    readAddressFields: () => ({ query: { country: 'BD' } }),
    readAddressForm: () => ({}),
    addAddress: () => ({ body: { address: addressBody, isDefault: true } }),
    editAddress: async () => ({
      params: { id: await givenSavedAddress(read().buyer) },
      body: { address: addressBody, isDefault: true },
    }),
    correctAddress: () => ({ params: { id: read().orderId }, body: { address: addressBody } }),
    deleteAddress: async () => ({ params: { id: await givenSavedAddress(read().buyer) } }),
  };
}
