/** Where to look what became of a text that a call was sent; nothing of the other calls' texts is kept. */
import type { EndpointName } from '#contract/endpoints.ts';
import { type Answered, ask, type Person } from './given.ts';
import type { TestShop } from './shop.ts';

/** What answers tell of what was kept, whichever call it is. */
export type Told = { _id: string; insertedId: string; email: string; user: Record<string, unknown> };

export type KeptTexts = Partial<Record<EndpointName, (field: string, told: Told) => Promise<unknown>>>;

/** `buyer` orders `partId`; `teller` tells about themselves. */
export function keptTexts(
  shop: TestShop,
  { buyer, teller, partId }: { buyer: Person; teller: Person; partId: string },
): KeptTexts {
  const part = async (id: string) => await ask(shop, 'GET', `/api/parts/${id}`);
  const order = async (id: string) => await buyer.ask('GET', `/api/my_order/${id}`);
  return {
    signUp: async (field, { user }) => user[field],
    addPart: async (field, { insertedId }) => told(await part(insertedId), field),
    writeReview: async (field, { _id }) => {
      const { body: reviews } = await ask(shop, 'GET', `/api/ratings?partsId=${partId}`);
      return told({ body: reviews.find((review) => review._id === _id) }, field);
    },
    saveProfile: async (field, { email }) => told(await teller.ask('GET', `/api/user_info/${email}`), field),
    editPart: async (field, { _id }) => told(await part(_id), field),
    placeOrder: async (field, { _id }) => told(await order(_id), field),
    shipOrder: async (field, { _id }) => told(await order(_id), field),
    correctShipment: async (field, { _id }) => told(await order(_id), field),
  };
}

function told({ body }: Pick<Answered, 'body'>, field: string): unknown {
  return (body as Record<string, unknown>)[field];
}
