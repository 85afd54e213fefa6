/** Every field of every call × whatever people and programs put into fields: a sentence at the field, or kept unharmed. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { defaultSettings } from '#domain/settings.ts';
import { givenResetToken, readMailedToken } from '../support/account-mails.ts';
import { expectFieldError, expectNoFailure } from '../support/complaints.ts';
import { fields, type Input, keepInputs, readFields, sendUpload } from '../support/contract-fields.ts';
import { makeDeliveryRequests } from '../support/delivery-requests.ts';
import {
  type ApiResponse,
  ask,
  givenImage,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  orderBody,
  type Person,
  partBody,
} from '../support/given.ts';
import {
  billingBody,
  deliveryBody,
  givenInvoice,
  givenShippedOrder,
  makeFullPurchaseBody,
  makeParcelBodies,
} from '../support/given-orders.ts';
import { givenBuyerAndAdmin, givenLinkedLogIn } from '../support/given-people.ts';
import { makeStoredTexts, type ResponseFields } from '../support/kept-texts.ts';
import { fitting, isKept, makeEan, nastyTexts, oddNumbers, wrongTypes } from '../support/odd-values.ts';
import { previewImport } from '../support/part-lists.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop({ hasDemoIdentity: true });
const { buyer, admin } = givenBuyerAndAdmin(shop);
/** Whose password may be spoilt. */
let forgetful: Person;
/** Whose sessions end, and who are somebody else each time. */
let changer: Person;
let leaver: Person;
/** Tells about themselves, the name included, which the others' requests are to agree with. */
let teller: Person;
let partId: string;
let orderId: string;
let purchaseId: string;

beforeAll(async () => {
  uploaded = await givenImage(shop);
  forgetful = await givenPerson(shop);
  teller = await givenPerson(shop);
  partId = await givenPart(shop, { stock: 100_000, price: 100 });
  ({ _id: orderId, purchaseId } = await givenOrder(shop, buyer));
  await givenPaidOrder(shop, buyer, partId);
});

let uploaded: string;

const year2026 = { from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' };
const days = { from: '2026-01-01', to: '2026-01-31' };

/** A good request with every field there is, those that may be left out included. */
const good = {
  signUp: () => ({ body: { name: 'Pat', email: newEmail(), password: 'a good password' } }),
  signIn: () => ({ body: { email: buyer.email, password: buyer.password } }),
  signOut: () => ({}),
  readSession: () => ({}),
  verifyEmail: async () => ({ query: { token: await readMailedToken(shop, buyer.email) } }),
  sendVerificationMail: () => ({ body: { email: buyer.email } }),
  requestPasswordReset: () => ({ body: { email: buyer.email } }),
  resetPassword: async () => ({
    body: { token: await givenResetToken(shop, forgetful), newPassword: 'another one' },
  }),
  changePassword: async () => {
    changer = await givenPerson(shop);
    return { body: { currentPassword: changer.password, newPassword: 'another one' } };
  },
  signOutEverywhere: async () => {
    leaver = await givenPerson(shop);
    return {};
  },
  listIdentityProviders: () => ({}),
  listLinkedLogIns: () => ({}),
  removeLinkedLogIn: async () => ({ params: { id: await givenLinkedLogIn(shop, buyer) } }),
  startSocialSignIn: () => ({ body: { from: '/dashboard' } }),
  createAccessToken: () => ({ params: { email: buyer.email }, body: { email: buyer.email } }),
  readAdmin: () => ({ params: { email: buyer.email } }),
  listPeople: () => ({
    query: {
      limit: '5',
      cursor: `0~${partId}`,
      page: '1',
      q: 'pat',
      sort: 'oldest',
      status: 'customer',
      ...days,
    },
  }),
  createAdmin: async () => ({ params: { email: (await givenPerson(shop)).email } }),
  dismissAdmin: async () => ({ params: { email: (await givenPerson(shop, { role: 'admin' })).email } }),
  listParts: () => ({
    query: {
      limit: '5',
      cursor: `1~0~0~0~${partId}`,
      page: '1',
      q: 'testco',
      category: 'memory',
      sort: 'price',
      status: 'on-sale',
    },
  }),
  countParts: () => ({ query: { q: 'testco', category: 'memory' } }),
  suggestParts: () => ({ query: { q: 'testc' } }),
  readPart: () => ({ params: { id: partId } }),
  addPart: () => ({
    body: partBody({
      category: 'other',
      ...{
        ...{ brand: 'Testco', sku: `SKU-${next()}`, mpn: 'TC-1', gtin: makeEan(next()) },
        ...{ featured: 3, low_stock: 2, weight_grams: 250 },
      },
      specs: { Weight: '1 kg' },
    }),
  }),
  editPart: async () => ({
    params: { id: await givenPart(shop, { stock: 7 }) },
    body: {
      name: 'A part',
      description: 'It is edited.',
      available_quantity: 3,
      seen_quantity: 7,
      minimum_order: 1,
      price: 9.99,
      img: '/pictures/memory-640.webp',
      category: 'memory',
      brand: 'Testco',
      sku: `SKU-${next()}`,
      mpn: 'TC-1',
      gtin: makeEan(next()),
      featured: 3,
      low_stock: 2,
      weight_grams: 250,
      specs: { color: 'Red' },
      seen: { brand: 'Testco' },
      off_sale: false,
    },
  }),
  takeOffSale: async () => ({ params: { id: await givenPart(shop) } }),
  listReviews: () => ({
    query: {
      limit: '5',
      cursor: `0~1700000000000~${partId}`,
      page: '1',
      partsId: partId,
      of: 'parts',
      status: 'shown',
    },
  }),
  listMyReviews: () => ({}),
  writeReview: () => ({
    body: {
      review: 'All as it should be.',
      rating: 4.5,
      img: uploaded,
      partsId: partId,
      name: buyer.name,
      email: buyer.email,
    },
  }),
  hideReview: async () => {
    const { body } = await buyer.ask('POST', '/api/user_rating', { review: 'R', rating: 5, img: uploaded });
    return { params: { id: body._id }, body: { hidden: false } };
  },
  readProfile: () => ({ params: { email: buyer.email } }),
  saveProfile: () => ({
    params: { email: teller.email },
    body: {
      name: teller.name,
      email: teller.email,
      education: 'School of life',
      location: '1 Farm Lane',
      phone: '+1 555 010 9999',
      link: uploaded,
    },
  }),
  writeToCeo: () => ({ body: { email: newEmail() } }),
  readOverview: () => ({}),
  readNotices: () => ({}),
  listLetters: () => ({ query: { limit: '5' } }),
  listAdminChanges: () => ({
    query: {
      limit: '5',
      cursor: `0~${partId}`,
      page: '1',
      by: 'pat',
      subject: 'parts',
      of: partId,
      day: '2026-01-31',
      ...year2026,
    },
  }),
  listStockMovements: () => ({
    params: { id: partId },
    query: { limit: '5', cursor: `1~${partId}`, page: '1' },
  }),
  readSettings: () => ({}),
  saveSettings: () => ({ body: { version: 1_000_000, ...defaultSettings } }),
  ...makeDeliveryRequests(() => ({ buyer, partId, orderId })),
  placeOrder: () => ({
    body: {
      ...{ ...orderBody(partId), ...deliveryBody, billing: billingBody },
      ...{ partsImg: '/a.webp', partsName: 'A part', name: buyer.name, email: buyer.email, price: 1 },
    },
  }),
  listMyOrders: () => ({
    query: {
      ...{ email: buyer.email, status: 'unpaid', limit: '5' },
      ...{ cursor: `0~${orderId}`, page: '1', q: 'testco', sort: 'total' },
    },
  }),
  placePurchase: () => ({ body: makeFullPurchaseBody(partId, buyer) }),
  readPurchase: () => ({ params: { id: purchaseId } }),
  readInvoiceFile: async () => ({ params: { id: (await givenInvoice(shop, buyer))._id } }),
  readAccounts: () => ({ query: { kind: 'tax', from: '2026-01-01', to: '2026-12-31' } }),
  listUnpaidPurchases: () => ({}),
  readMyOrder: () => ({ params: { id: orderId } }),
  readHistory: () => ({ params: { id: orderId } }),
  settleMyOrder: () => ({ params: { id: orderId }, body: { orderId, transactionId: 'pi_none' } }),
  cancelOrder: () => ({ params: { id: orderId } }),
  deliverOrder: async () => ({ params: { id: await givenShippedOrder(shop, buyer, partId) } }),
  addToBasket: () => ({ body: { partsId: partId, quantity: 2 } }),
  setBasketQuantity: () => ({ params: { id: partId }, body: { quantity: 3 } }),
  removeFromBasket: () => ({ params: { id: partId } }),
  ...{ readBasket: () => ({}), emptyBasket: () => ({}) },
  checkFit: () => ({ query: { parts: `${partId}*2`, candidate: partId } }),
  saveBuild: () => ({ body: { parts: partId } }),
  createPaymentIntent: () => ({ body: { orderId, price: 99.99 } }),
  receiveEvent: () => ({}), // its bytes are signed as a whole; tests/integration/webhooks.test.ts changes them
  listOrders: () => ({
    query: {
      status: 'unpaid',
      ...{ limit: '5', cursor: `0~${orderId}`, page: '1' },
      q: 'testco',
      sort: 'oldest',
      ...{ customer: 'pat', purchase: purchaseId, ...days },
    },
  }),
  shipOrder: async () => ({
    params: { id: (await givenPaidOrder(shop, buyer, partId))._id },
    body: { status: 'shipped', carrier: 'Post', tracking: 'X 1', despiteDispute: false },
  }),
  correctShipment: async () => ({
    params: { id: await givenShippedOrder(shop, buyer, partId) },
    body: { carrier: 'Post', tracking: 'X 1', seen: { carrier: null, tracking: null } },
  }),
  ...makeParcelBodies(
    () => orderId,
    () => givenShippedOrder(shop, buyer, partId),
  ),
  requestRefund: async () => ({
    body: {
      orderId: (await givenPaidOrder(shop, buyer, partId))._id,
      amount: 0.5,
      reason: 'It did not fit.',
      returnedUnits: 1,
    },
  }),
  listRefunds: () => ({
    query: { status: 'failed', limit: '5', cursor: `0~${orderId}`, page: '1', customer: 'pat', ...days },
  }),
  listDisputes: () => ({
    query: { status: 'open', limit: '5', cursor: `0~${orderId}`, page: '1', customer: 'pat', ...days },
  }),
  uploadImage: () => ({}), // its one field is a file
  previewImport: () => ({ query: { category: 'other', only: 'prices', jumps: 'allow', removals: 'allow' } }),
  confirmImport: async () => {
    const query = { category: 'other', only: 'prices', jumps: 'allow', removals: 'allow' };
    const { hash } = await previewImport(shop.url, admin.token, `?${new URLSearchParams(query)}`);
    return { query: { ...query, hash } };
  },
} satisfies Record<EndpointName, () => Input | Promise<Input>>;
const inputs = keepInputs(good);

test('the valid requests have exactly the fields of the contract, and succeed', async () => {
  expect(fields.length).toBeGreaterThan(40);
  for (const [name, call] of Object.entries<Endpoint>(endpoints)) {
    const input = await inputs.read(name as EndpointName);
    for (const part of ['params', 'query', 'body'] as const) {
      expect(Object.keys(input[part] ?? {}).sort(), `${part} of ${name}`).toEqual(
        readFields(call, part)
          .map(([field]) => field)
          .sort(),
      );
    }
    // the payment of settleMyOrder does not exist, and the order that cancelOrder cancels is needed later on;
    // nobody has signed the event
    if (name === 'settleMyOrder' || name === 'cancelOrder' || name === 'receiveEvent') continue;
    const answer = await send(name as EndpointName, input);
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(call.status);
  }
});

describe.each(fields)('$title', ({ name, part, field, isRequired }) => {
  const isText = part === 'body';

  test('missing: is asked for, or not needed', async () => {
    const input = await inputs.readWith(name, part, field, undefined);
    if (part === 'params') return; // another path then
    const answer = await send(name, input);
    if (isRequired) expectFieldError(answer, field);
    else expectNoFailure(answer, field);
  });

  test('too long: is refused by name', async () => {
    const answer = await send(
      name,
      await inputs.readWith(name, part, field, 'x'.repeat(isText ? 200_000 : 250)),
    );
    expectFieldError(answer, field);
  });

  test('empty or blank: is refused by name, or kept as nothing', async () => {
    for (const value of ['', '   ', '\t\n', '\u00a0']) {
      if (part === 'params' && value === '') continue; // another path then
      expectNoFailure(await send(name, await inputs.readWith(name, part, field, value)), field);
    }
  });

  test('with odd characters: is refused by name, or comes back unharmed', async () => {
    for (const [kind, value] of Object.entries(nastyTexts)) {
      if (part !== 'body' && kind === 'half a surrogate pair') continue; // no address can say it
      const answer = await send(name, await inputs.readWith(name, part, field, value));
      expectNoFailure(answer, field);
      if (kind === 'from right to left' && field === 'location') expectFieldError(answer, field);
      const look = makeStoredTexts(shop, { buyer, teller, partId })[name];
      if (answer.status < 300 && look && isKept(name, field)) {
        expect(await look(field, answer.body as ResponseFields), kind).toBe(value.trim());
      }
    }
  });

  test('with an odd number: is refused by name, or comes back as it went in', async () => {
    for (const [kind, value] of Object.entries(oddNumbers)) {
      const answer = await send(
        name,
        await inputs.readWith(name, part, field, part === 'body' ? value : `${value}`),
      );
      expectNoFailure(answer, field);
      const look = makeStoredTexts(shop, { buyer, teller, partId })[name];
      if (answer.status < 300 && look && isKept(name, field)) {
        expect(String(await look(field, answer.body as ResponseFields)), kind).toBe(String(value));
      }
    }
  });
});

test.each(fields.filter(({ part }) => part === 'body'))(
  '$title of a wrong type is refused by name',
  async ({ name, part, field }) => {
    for (const [kind, value] of Object.entries(wrongTypes)) {
      const answer = await send(name, await inputs.readWith(name, part, field, value));
      if ((fitting[`${name}.${field}`] ?? fitting[field]) === kind) expectNoFailure(answer, field);
      else expectFieldError(answer, field);
    }
    const { [field]: example } = (await inputs.readWith(name, part, field, 'x'))[part] ?? {};
    expect(example).toBe('x');
    if (typeof (await inputs.read(name))[part]?.[field] === 'string') {
      expectFieldError(await send(name, await inputs.readWith(name, part, field, 12_345)), field);
    }
  },
);

async function send(name: EndpointName, input: Input): Promise<ApiResponse> {
  return inputs.dropIfUsed(name, await sendAsPermitted(name, input));
}

/** Asks as the one who may: the buyer with cookie and token, an administrator where one is needed. */
function sendAsPermitted(name: EndpointName, { params = {}, query, body }: Input): Promise<ApiResponse> {
  const call: Endpoint = endpoints[name];
  const path = call.path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(params[param])));
  const search = new URLSearchParams(query as Record<string, string> | undefined);
  const asking = call.access === 'administrator' ? admin : name === 'saveProfile' ? teller : buyer;
  const { token } = asking;
  if (call.upload) return sendUpload(shop.url + (query ? `${path}?${search}` : path), call.upload, token);
  return ask(shop, call.method, query ? `${path}?${search}` : path, body, {
    authorization: `Bearer ${token}`,
    ...(name === 'createAccessToken' ? { cookie: buyer.cookie } : {}),
    ...(name === 'changePassword' ? { cookie: changer.cookie } : {}),
    ...(name === 'signOutEverywhere' ? { cookie: leaver.cookie } : {}),
  });
}

let count = 0;
function next(): number {
  count += 1;
  return count;
}

function newEmail(): string {
  return `fields${next()}@example.com`;
}
