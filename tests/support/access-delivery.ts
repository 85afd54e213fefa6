/** Who may do what with rules of delivery, quotes and addresses. */
import {
  administrators,
  everybody,
  ownerOnly,
  ownerOrAdministrator,
  type Row,
  signedIn,
} from './access-rows.ts';
import { givenOrder, givenPart } from './given.ts';
import { addressBody, givenSavedAddress, makeQuoteBody, rulesBody } from './given-orders.ts';
import type { TestShop } from './shop.ts';

export function makeDeliveryRows(shop: TestShop) {
  return {
    readDeliveryRules: { expected: administrators, prepare: async () => ({ url: '/api/delivery-rules' }) },
    saveDeliveryRules: {
      ...{ expected: administrators, prepare: async () => ({ url: '/api/delivery-rules', body: rulesBody }) },
    },
    quoteDelivery: {
      expected: everybody,
      prepare: async () => ({ url: '/api/delivery-quotes', body: makeQuoteBody(await givenPart(shop)) }),
    },
    listCountries: { expected: everybody, prepare: async () => ({ url: '/api/countries' }) },
    readAddressFields: {
      ...{ expected: everybody, prepare: async () => ({ url: '/api/address-fields?country=DE' }) },
    },
    addAddress: {
      expected: { ...signedIn, another: 201, owner: 201, administrator: 201 },
      prepare: async () => ({ url: '/api/addresses', body: { address: addressBody } }),
    },
    editAddress: {
      expected: ownerOnly,
      prepare: async (owner) => ({
        ...{ url: `/api/addresses/${await givenSavedAddress(owner)}`, body: { address: addressBody } },
      }),
    },
    deleteAddress: {
      expected: ownerOnly,
      prepare: async (owner) => ({ url: `/api/addresses/${await givenSavedAddress(owner)}` }),
    },
    correctAddress: {
      expected: ownerOrAdministrator,
      prepare: async (owner) => {
        const { _id } = await givenOrder(shop, owner);
        return { url: `/api/my_order/${_id}/address`, body: { address: addressBody } };
      },
    },
    readAddressForm: { expected: signedIn, prepare: async () => ({ url: '/api/address-form' }) },
  } satisfies Record<string, Row>;
}
