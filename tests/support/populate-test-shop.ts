/** Populates a shop for every page: orders in every state, refunds, a dispute, reviews, parts of all kinds. */
import type { Part } from '#catalogue/contract/parts.ts';
import { kindCategories } from '#fit/rules/kind-categories.ts';
import { composeReadyBuilds } from '#fit/use-cases/compose-ready-builds.ts';
import { CARDS } from '#sandbox/testing/sandbox.ts';
import { givenPerson } from './given.ts';
import { givenPixels, makeImageForm } from './pictures.ts';
import type { TestShop } from './shop.ts';
import { logInVisitor, payOrder, signUpVisitor, type Visitor } from './visitor.ts';

/** People, orders and parts, for the addresses of pages. */
export type PopulatedShop = Awaited<ReturnType<typeof populateTestShop>>;

/** Adds them to a shop with the demo catalogue, by its API: the customer has orders of every kind, the newcomer nothing. */
export async function populateTestShop(address: string, admin: Visitor) {
  const customer = await signUpVisitor(address, {
    ...account('Wilhelmina Wo-X'),
    email: 'wilhelmina@example.com',
  });
  const newcomer = await signUpVisitor(address, { ...account('Noa New'), email: 'noa@example.com' });
  const buy = makeBuyer(customer);
  const parts = await customer.call('GET', '/api/parts?limit=60');
  const onSale = parts.filter((part) => part.available_quantity > 2 && part.minimum_order === 1);
  const wanted = (index: number) => onSale[index % onSale.length] as Part;

  const longName = await addPart(admin, { name: longestName, available_quantity: 3 });
  await buy(longName);
  const paid = await buy(wanted(0), CARDS.good);
  const shipped = await buy(wanted(1), CARDS.good);
  await admin.call('PATCH', `/api/manage_order/${shipped}`, {
    status: 'shipped',
    carrier: 'Country Parcel',
    tracking: 'CP 4471 0093 5528 US',
  });
  const refunded = await buy(wanted(2), CARDS.good);
  await refund(admin, refunded, { amount: 5, reason: 'The carton was dented on the way.' });
  const failing = await buy(wanted(3), CARDS.refundFails);
  await refund(admin, failing, { reason: 'The wrong part was sent.', returnedUnits: 1 });
  await buy(wanted(4), CARDS.disputed);
  const cancelled = await buy(wanted(5));
  await customer.call('DELETE', `/api/manage_order/${cancelled}`);
  const unpaid = await buy(wanted(6));

  const email = 'wilhelmina.of-the-town-and-of-the-country@post-office.example.com';
  await customer.call('POST', '/api/ceo', { email });
  await reviewAll(customer, admin, [wanted(0), wanted(1)]);
  const soldOut = await addPart(admin, {
    name: 'Copperfield Sold-out 8 GB DDR4-2666',
    available_quantity: 0,
  });
  const offSale = await addPart(admin, { name: 'Copperfield Withdrawn 4 GB DDR3', available_quantity: 7 });
  for (const part of [longName, soldOut, offSale, wanted(0), wanted(1), wanted(2)])
    await customer.call('POST', '/api/basket/lines', { partsId: part._id, quantity: 4 });
  await admin.call('DELETE', `/api/manage_products/${offSale._id}`);
  await admin.call('PATCH', `/api/parts/${longName._id}`, {
    price: longName.price === null ? 1 : longName.price + 1,
  });
  return {
    people: { customer, newcomer, admin },
    orders: { unpaid, paid, shipped, cancelled, refunded },
    parts: { onSale: wanted(0), soldOut, longName },
    build: await chooseBuild(customer),
  };
}

/** The parts of a computer, one of each category, as the address of a build names them. */
async function chooseBuild(customer: Visitor): Promise<string> {
  const categories = kindCategories.flatMap((each) => each.categories);
  const lists = await Promise.all(
    categories.map((category) => customer.call('GET', `/api/parts?category=${category}&limit=1`)),
  );
  return lists.flatMap((parts: Part[]) => parts.map(({ _id }) => _id)).join(',');
}

/** 200 letters, the maximum; one word is wider than a phone. */
const longestName =
  'Copperfield Overland Expedition Long-Range Memory Kit for Workstations, 128 GB (8 × 16 GB) DDR5-6000 CL30-36-36-76, RGB'.padEnd(
    150,
    ' – heat-spread',
  ) + ` ${'Unbreakable'.repeat(4)}`.slice(0, 45);

function account(name: string) {
  return { name, password: 'a good password' };
}

/** Orders a part and, with a card, pays for it; returns the order's id. */
function makeBuyer(buyer: Visitor) {
  return async (part: Part, card?: { number: string }): Promise<string> => {
    const order = await buyer.call('POST', '/api/order', {
      partsId: part._id,
      quantity: 1,
      location: 'The Old Mill, 1 Farm Lane, Little Village on the Long River, Kansas 66002',
      phone: '+1 555 010 9999',
    });
    if (card) await payOrder(buyer, order._id, card);
    return order._id;
  };
}

async function refund(admin: Visitor, orderId: string, fields: object): Promise<void> {
  await admin.call('POST', '/api/refunds', { orderId, ...fields });
}

/** Writes a review of the shop, one of a part, and one that an administrator hides. */
async function reviewAll(customer: Visitor, admin: Visitor, [first, second]: Part[]): Promise<void> {
  const pixels = await givenPixels(640, 480).jpeg().toBuffer();
  const { data } = await customer.call('POST', '/api/image', makeImageForm(pixels));
  const write = (review: string, rating: number, partsId?: string) =>
    customer.call('POST', '/api/user_rating', { review, rating, img: data.url, partsId });
  await write('Three weeks on the road, and the parts came dry and whole. Thank you.', 4.5);
  await write('It runs at its full speed in a board from 2022.', 5, first?._id);
  const hidden = await write('Read about it at somewhere-else.example instead!', 1, second?._id);
  await admin.call('PATCH', `/api/ratings/${hidden._id}`, { hidden: true });
}

async function addPart(admin: Visitor, fields: { name: string; available_quantity: number }): Promise<Part> {
  const { insertedId } = await admin.call('POST', '/api/parts', {
    description: 'For measuring how the shop looks when names are long and shelves are empty.',
    img: '/pictures/other-640.jpg',
    minimum_order: 1,
    price: 1249.99,
    category: 'memory',
    brand: 'Copperfield',
    specs: { capacityGb: 128, modules: 8, moduleGb: 16, ddr: 5, speedMts: 6000 },
    ...fields,
  });
  return await admin.call('GET', `/api/parts/${insertedId}`);
}

/** Adds people and orders to a shop with the demo catalogue. */
export async function givenPopulatedShop(shop: TestShop): Promise<PopulatedShop> {
  await composeReadyBuilds(shop, { at: new Date() });
  const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  return await populateTestShop(shop.url, await logInVisitor(shop.url, admin));
}
