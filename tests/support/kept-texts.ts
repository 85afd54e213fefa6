/** Reads back a text that was sent to an endpoint; endpoints that are not listed store no text. */
import type { EndpointName } from '#contract/endpoints.ts';
import { type ApiResponse, ask, type Person } from './given.ts';
import type { TestShop } from './shop.ts';

/** The response fields that identify what was stored. */
export type ResponseFields = {
  _id: string;
  insertedId: string;
  partsId: string;
  email: string;
  user: Record<string, unknown>;
  values: Record<string, unknown>;
};

export type StoredTexts = Partial<
  Record<EndpointName, (field: string, fields: ResponseFields) => Promise<unknown>>
>;

/** `buyer` orders; `teller` saves a profile. */
export function makeStoredTexts(
  shop: TestShop,
  { buyer, teller }: { buyer: Person; teller: Person },
): StoredTexts {
  const part = async (id: string) => await ask(shop, 'GET', `/api/parts/${id}`);
  const order = async (id: string) => await buyer.ask('GET', `/api/my_order/${id}`);
  return {
    signUp: async (field, { user }) => user[field],
    addPart: async (field, { insertedId }) => readField(await part(insertedId), field),
    writeReview: async (field, { _id, partsId }) => {
      const { body: reviews } = await ask(shop, 'GET', `/api/ratings?partsId=${partsId}`);
      return readField({ body: reviews.find((review) => review._id === _id) }, field);
    },
    saveProfile: async (field, { email }) =>
      readField(await teller.ask('GET', `/api/user_info/${email}`), field),
    editPart: async (field, { _id }) => readField(await part(_id), field),
    placeOrder: async (field, { _id }) => readField(await order(_id), field),
    shipOrder: async (field, { _id }) => readField(await order(_id), field),
    saveSettings: async (field, { values }) => values[field],
    correctShipment: async (field, { _id }) => readField(await order(_id), field),
  };
}

function readField({ body }: Pick<ApiResponse, 'body'>, field: string): unknown {
  return (body as Record<string, unknown>)[field];
}
