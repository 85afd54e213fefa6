/** Who may do what: every call of the contract, asked by a visitor, another customer, the owner and an administrator. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { makeDeliveryRows } from '../support/access-delivery.ts';
import {
  type AccessLevel,
  administrators,
  everybody,
  everybodyWithSession,
  ownerOnly,
  ownerOrAdministrator,
  person,
  type Row,
  signedIn,
  standings,
} from '../support/access-rows.ts';
import { givenResetToken, readMailedToken } from '../support/account-mails.ts';
import {
  ask,
  givenImage,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  orderBody,
  type Person,
  partBody,
  purchaseBody,
} from '../support/given.ts';
import {
  givenConfirmedPayment,
  givenInvoice,
  givenShippedOrder,
  makeParcelCalls,
} from '../support/given-orders.ts';
import { givenLinkedLogIn } from '../support/given-people.ts';
import { makePartFileForm, previewImport } from '../support/part-lists.ts';
import { givenImageForm } from '../support/pictures.ts';
import { send } from '../support/prepared-requests.ts';
import { givenShop } from '../support/shop.ts';
import { readRoutes, readShopState } from '../support/shop-state.ts';
import { givenSignedEvent } from '../support/signed-events.ts';

const shop = givenShop({ hasDemoIdentity: true });

/** The address of a picture as the image host gives it. */
let uploaded: string;

const makeCall = (url: string, field: string, status: number): Row => ({
  expected: { visitor: status, another: status, owner: status, administrator: status },
  prepare: async () => ({ url, body: { [field]: await givenPart(shop) } }),
});
const makeLineCall = (body?: object): Row => ({
  expected: everybody,
  prepare: async () => ({ url: `/api/basket/lines/${await givenPart(shop)}`, body }),
});

/** Calls that are only the person's own, an administrator's neither. */
const ownOnly = ['createAccessToken', 'saveProfile', 'editAddress', 'deleteAddress', 'removeLinkedLogIn'];

/** Source: 'Who may' of the shop's decisions; 401 without a token, 403 for a role or e-mail, 404 for another's object. */
const matrix = {
  signUp: {
    expected: everybody,
    prepare: async () => ({
      url: '/api/identity/sign-up/email',
      body: { name: 'New', email: `new${Math.random()}@example.com`, password: 'a good password' },
    }),
  },
  signIn: {
    expected: everybody,
    prepare: async ({ email, password }) => ({
      url: '/api/identity/sign-in/email',
      body: { email, password },
    }),
  },
  signOut: { expected: everybody, prepare: async () => ({ url: '/api/identity/sign-out', body: {} }) },
  readSession: { expected: everybody, prepare: async () => ({ url: '/api/identity/get-session' }) },
  verifyEmail: {
    expected: everybody,
    prepare: async (owner) => ({
      url: `/api/identity/verify-email?token=${await readMailedToken(shop, owner.email)}`,
    }),
  },
  sendVerificationMail: {
    expected: everybody,
    prepare: async ({ email }) => ({ url: '/api/identity/send-verification-email', body: { email } }),
  },
  requestPasswordReset: {
    expected: everybody,
    prepare: async ({ email }) => ({ url: '/api/identity/request-password-reset', body: { email } }),
  },
  resetPassword: {
    expected: everybody,
    prepare: async () => ({
      url: '/api/identity/reset-password',
      body: { token: await givenResetToken(shop, await givenPerson(shop)), newPassword: 'another one' },
    }),
  },
  changePassword: {
    expected: everybodyWithSession,
    prepare: async () => ({
      url: '/api/identity/change-password',
      body: { currentPassword: 'a good password', newPassword: 'another one' },
      byCookie: true,
      endsSessions: true,
    }),
  },
  signOutEverywhere: {
    expected: everybodyWithSession,
    prepare: async () => ({
      url: '/api/identity/revoke-sessions',
      body: {},
      byCookie: true,
      endsSessions: true,
    }),
  },
  listIdentityProviders: {
    expected: everybody,
    prepare: async () => ({ url: '/api/identity-providers' }),
  },
  listLinkedLogIns: { expected: signedIn, prepare: async () => ({ url: '/api/linked-log-ins' }) },
  removeLinkedLogIn: {
    expected: ownerOnly,
    prepare: async (owner) => ({ url: `/api/linked-log-ins/${await givenLinkedLogIn(shop, owner)}` }),
  },
  startSocialSignIn: {
    expected: everybody,
    prepare: async () => ({ url: '/api/identity/sign-in/social', body: { from: '/dashboard' } }),
  },
  createAccessToken: {
    expected: { visitor: 401, another: 403, owner: 200, administrator: 403 },
    prepare: async ({ email }) => ({ url: `/api/user/${email}`, body: { email }, byCookie: true }),
  },
  readAdmin: { expected: person, prepare: async ({ email }) => ({ url: `/api/admin/${email}` }) },
  listParts: { expected: everybody, prepare: async () => ({ url: '/api/parts' }) },
  countParts: { expected: everybody, prepare: async () => ({ url: '/api/parts/facets' }) },
  suggestParts: { expected: everybody, prepare: async () => ({ url: '/api/parts/suggestions?q=ram' }) },
  readPart: { expected: everybody, prepare: async () => ({ url: `/api/parts/${await givenPart(shop)}` }) },
  addPart: {
    expected: { ...administrators, administrator: 201 },
    prepare: async () => ({ url: '/api/parts', body: partBody() }),
  },
  editPart: {
    expected: administrators,
    prepare: async () => ({ url: `/api/parts/${await givenPart(shop)}`, body: { price: 12.5 } }),
  },
  takeOffSale: {
    expected: administrators,
    prepare: async () => ({ url: `/api/manage_products/${await givenPart(shop)}` }),
  },
  previewImport: {
    expected: administrators,
    prepare: async () => ({ url: '/api/imports/preview', form: makePartFileForm() }),
  },
  confirmImport: {
    expected: administrators,
    prepare: async () => {
      const admin = await givenPerson(shop, { role: 'admin' });
      const { hash } = await previewImport(shop.url, admin.token);
      return { url: `/api/imports?hash=${hash}`, form: makePartFileForm() };
    },
  },
  listPeople: { expected: administrators, prepare: async () => ({ url: '/api/user' }) },
  createAdmin: {
    expected: administrators,
    prepare: async () => ({ url: `/api/user/admin/${(await givenPerson(shop)).email}` }),
  },
  dismissAdmin: {
    expected: administrators,
    prepare: async () => ({ url: `/api/user/admin/${(await givenPerson(shop, { role: 'admin' })).email}` }),
  },
  listMyReviews: { expected: everybodyWithSession, prepare: async () => ({ url: '/api/my_ratings' }) },
  listReviews: { expected: everybody, prepare: async () => ({ url: '/api/ratings' }) },
  writeReview: {
    expected: signedIn,
    prepare: async () => ({
      url: '/api/user_rating',
      body: { review: 'As it should be.', rating: 5, img: uploaded },
    }),
  },
  hideReview: {
    expected: administrators,
    prepare: async (owner) => {
      const { body } = await owner.ask('POST', '/api/user_rating', { review: 'R', rating: 5, img: uploaded });
      return { url: `/api/ratings/${body._id}`, body: { hidden: true } };
    },
  },
  readProfile: { expected: person, prepare: async ({ email }) => ({ url: `/api/user_info/${email}` }) },
  saveProfile: {
    expected: { visitor: 401, another: 403, owner: 200, administrator: 403 },
    prepare: async ({ email }) => ({
      url: `/api/user_info/${email}`,
      body: { education: 'School', location: 'Village', link: uploaded },
    }),
  },
  writeToCeo: {
    ...{ expected: everybody, prepare: async () => ({ url: '/api/ceo', body: { email: 'v@example.com' } }) },
  },
  listLetters: { expected: administrators, prepare: async () => ({ url: '/api/ceo' }) },
  readSettings: { expected: administrators, prepare: async () => ({ url: '/api/settings' }) },
  saveSettings: {
    expected: administrators,
    prepare: async () => ({ url: '/api/settings', body: { version: 0, postalAddress: 'Anna’s Lane 1' } }),
  },
  ...makeDeliveryRows(shop),
  readOverview: { expected: administrators, prepare: async () => ({ url: '/api/overview' }) },
  readNotices: { expected: administrators, prepare: async () => ({ url: '/api/notices' }) },
  listAdminChanges: { expected: administrators, prepare: async () => ({ url: '/api/audit_log' }) },
  listStockMovements: {
    expected: administrators,
    prepare: async () => ({ url: `/api/parts/${await givenPart(shop)}/stock_movements` }),
  },
  placeOrder: {
    expected: { visitor: 401, another: 201, owner: 201, administrator: 201 },
    prepare: async () => ({ url: '/api/order', body: orderBody(await givenPart(shop)) }),
  },
  placePurchase: {
    expected: { visitor: 401, another: 201, owner: 201, administrator: 201 },
    prepare: async () => ({ url: '/api/purchases', body: purchaseBody([await givenPart(shop)]) }),
  },
  readPurchase: {
    expected: ownerOrAdministrator,
    prepare: async (owner) => ({ url: `/api/purchases/${(await givenOrder(shop, owner)).purchaseId}` }),
  },
  readInvoiceFile: {
    expected: ownerOrAdministrator,
    prepare: async (owner) => ({ url: `/api/invoices/${(await givenInvoice(shop, owner))._id}/file` }),
  },
  readAccounts: {
    expected: administrators,
    prepare: async () => ({ url: '/api/accounts?kind=tax&from=2026-01-01&to=2026-12-31' }),
  },
  listUnpaidPurchases: { expected: signedIn, prepare: async () => ({ url: '/api/unpaid_purchases' }) },
  listMyOrders: {
    expected: person,
    prepare: async ({ email }) => ({ url: `/api/my_orders?email=${encodeURIComponent(email)}` }),
  },
  readMyOrder: {
    expected: ownerOrAdministrator,
    prepare: async (owner) => ({ url: `/api/my_order/${(await givenOrder(shop, owner))._id}` }),
  },
  readHistory: {
    expected: ownerOrAdministrator,
    prepare: async (owner) => ({ url: `/api/my_order/${(await givenOrder(shop, owner))._id}/history` }),
  },
  settleMyOrder: { expected: ownerOrAdministrator, prepare: (owner) => givenConfirmedPayment(shop, owner) },
  cancelOrder: {
    expected: ownerOrAdministrator,
    prepare: async (owner) => ({ url: `/api/manage_order/${(await givenOrder(shop, owner))._id}` }),
  },
  deliverOrder: {
    expected: ownerOrAdministrator,
    prepare: async (owner) => ({ url: `/api/my_order/${await givenShippedOrder(shop, owner)}/delivered` }),
  },
  addToBasket: makeCall('/api/basket/lines', 'partsId', 200),
  setBasketQuantity: makeLineCall({ quantity: 2 }),
  removeFromBasket: makeLineCall(),
  readBasket: { expected: everybody, prepare: async () => ({ url: '/api/basket' }) },
  emptyBasket: { expected: everybody, prepare: async () => ({ url: '/api/basket' }) },
  checkFit: { expected: everybody, prepare: async () => ({ url: '/api/fit?parts=' }) },
  saveBuild: makeCall('/api/builds', 'parts', 201),
  createPaymentIntent: {
    expected: ownerOrAdministrator,
    async prepare(owner) {
      return { url: '/api/create-payment-intent', body: { orderId: (await givenOrder(shop, owner))._id } };
    },
  },
  receiveEvent: { expected: everybody, prepare: async () => givenSignedEvent({ type: 'customer.created' }) },
  listOrders: { expected: administrators, prepare: async () => ({ url: '/api/manage_orders' }) },
  shipOrder: {
    expected: administrators,
    prepare: async (owner) => ({
      url: `/api/manage_order/${(await givenPaidOrder(shop, owner))._id}`,
      body: { status: 'shipped' },
    }),
  },
  correctShipment: {
    expected: administrators,
    prepare: async (owner) => ({
      url: `/api/manage_order/${await givenShippedOrder(shop, owner)}/shipment`,
      body: { tracking: 'X 1' },
    }),
  },
  ...makeParcelCalls(shop, administrators),
  requestRefund: {
    expected: { ...administrators, administrator: 201 },
    prepare: async (owner) => ({
      url: '/api/refunds',
      body: { orderId: (await givenPaidOrder(shop, owner))._id, reason: 'It did not fit.' },
    }),
  },
  listRefunds: { expected: administrators, prepare: async () => ({ url: '/api/refunds' }) },
  listDisputes: { expected: administrators, prepare: async () => ({ url: '/api/disputes' }) },
  uploadImage: {
    expected: signedIn,
    prepare: async () => ({ url: '/api/image', form: await givenImageForm() }),
  },
} satisfies Record<EndpointName, Row>;

const people = {} as Record<AccessLevel, Person | undefined>;

beforeAll(async () => {
  uploaded = await givenImage(shop);
  people.another = await givenPerson(shop, { name: 'Anna Another' });
  people.owner = await givenPerson(shop, { name: 'Olga Owner' });
  people.administrator = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
});

describe.each(Object.entries<Row>(matrix))('%s', (name, { expected, prepare }) => {
  test.each(standings)(
    'answers the %s as decided, and a refusal changes nothing [S6.1 S6.8 S6.9 S6.10]',
    async (standing) => {
      const prepared = await prepare(people.owner as Person);
      const person = people[standing];
      const asking = person && prepared.endsSessions ? await givenPerson(shop) : person;
      const before = await readShopState(shop.db);
      const answer = await send(shop, endpoints[name as EndpointName].method, prepared, asking);
      expect(answer.status, JSON.stringify(answer.body)).toBe(expected[standing]);
      if (asking && !(prepared.byCookie && answer.status >= 400))
        expect(answer.headers['cache-control']).toBe('no-store');
      if (answer.status < 400) return;
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      const members = Object.keys(answer.body).map((name) => (name === 'code' ? 'refused' : name));
      expect(members.sort()).toEqual(['detail', 'refused', 'requestId', 'status', 'title', 'type']);
      expect(await readShopState(shop.db)).toBe(before);
    },
  );
});

describe('the matrix', () => {
  test('agrees with what each call declares', () => {
    for (const [name, { expected }] of Object.entries<Row>(matrix)) {
      const { access, status } = endpoints[name as EndpointName] satisfies Endpoint;
      expect(expected.administrator === status || ownOnly.includes(name), name).toBe(true);
      if (access !== 'anyone') expect(expected.visitor, name).toBe(401);
      if (access === 'administrator') expect(expected.owner, name).toBe(403);
    }
  });

  test('misses no route that the shop has under /api', () => {
    const declared = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`);
    const routes = readRoutes(shop.app.printRoutes({ commonPrefix: false })).filter(
      ({ path }) => path.startsWith('/api/') && path !== '/api/openapi.json',
    );
    const served = routes.flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
    );
    expect(served.sort()).toEqual(declared.sort());
  });
});

describe('of the identity library', () => {
  test('nothing can be reached but the calls of the contract', async () => {
    const { makeAccounts } = await import('#identity/accounts.ts');
    const { api } = makeAccounts(shop.db, {
      publicUrl: shop.url,
      secret: 'x'.repeat(32),
      trustedOrigins: [],
      enqueue: async () => {},
    });
    const used = new Set(Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`));
    let refused = 0;
    for (const { path, options } of Object.values(api) as { path?: string; options?: RouteDescription }[]) {
      for (const method of [options?.method ?? 'GET'].flat()) {
        if (!path || used.has(`${method} /api/identity${path}`)) continue;
        const url = `/api/identity${path.replace(/:\w+/g, 'x')}`;
        const body = method === 'GET' ? undefined : {};
        const answer = await ask(shop, method, url, body, { cookie: people.administrator?.cookie ?? '' });
        expect(answer.status, `${method} ${url}`).toBe(404);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(10);
  });
});

type RouteDescription = { method?: 'GET' | 'POST' | ('GET' | 'POST')[] };
