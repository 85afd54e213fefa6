/** Makes in a shop what the contract's examples name, and sends them. */
import { vi } from 'vitest';
import { type EndpointName, endpoints, fillExample, forms } from '#app/endpoints.ts';
import { previewedImport } from '#catalogue/contract/imports.ts';
import { exampleAddress } from '#delivery/contract/addresses.ts';
import type { Endpoint, EndpointForm, ExampleThing } from '#platform/contract/endpoint.ts';
import { givenResetToken, readMailedToken } from './account-mails.ts';
import {
  type ApiResponse,
  ask,
  confirmCard,
  givenImage,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  type Person,
} from './given.ts';
import { givenLinkedLogIn } from './given-people.ts';
import { makeEan } from './odd-values.ts';
import { makePartFileForm, previewImport } from './part-lists.ts';
import { givenImageForm } from './pictures.ts';
import type { TestShop } from './shop.ts';
import { givenSignedEvent } from './signed-events.ts';

type Fields = Record<string, unknown>;
export type Input = { params?: Fields; query?: Fields; body?: Fields };

export const calls = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];

export const formCalls = Object.entries(forms) as [EndpointName, EndpointForm][];

let count = 0;
function next(): number {
  count += 1;
  return count;
}

const boughtParts = new WeakMap<Person, Promise<string>>();

export type MakeThing = (thing: ExampleThing) => Promise<string>;

export function makeGiven(shop: TestShop, { asking, owner }: { asking: Person; owner: Person }): MakeThing {
  // a name of its own: what tells parts of one name apart is found by comparing each with all others
  const givenPartFor1 = () => givenPart(shop, { name: `Testco Kit ${next()}`, stock: 100, price: 100 });
  const buyPart = async () => {
    const part = await givenPartFor1();
    await givenPaidOrder(shop, asking, part);
    return part;
  };
  let payment: ReturnType<typeof givenConfirmedPayment> | undefined;
  const pay = () => (payment ??= givenConfirmedPayment(shop, owner));
  const things: Record<ExampleThing, () => string | Promise<string>> = {
    'asking-email': () => asking.email,
    'asking-name': () => asking.name,
    'asking-password': () => asking.password,
    'owner-email': () => owner.email,
    'owner-name': () => owner.name,
    'owner-password': () => owner.password,
    'payment-order': async () => (await pay()).orderId,
    'payment-transaction': async () => (await pay()).transactionId,
    address: () => givenSavedAddress(owner),
    administrator: async () => (await givenPerson(shop, { role: 'admin' })).email,
    'bought-part': async () => {
      const bought = boughtParts.get(asking) ?? buyPart();
      boughtParts.set(asking, bought);
      return await bought;
    },
    build: () => givenKeptBuild(shop, owner),
    customer: async () => (await givenPerson(shop)).email,
    gtin: async () => makeEan(next()),
    image: () => givenImage(shop),
    'import-hash': async () => {
      const { token } = await givenPerson(shop, { role: 'admin' });
      const preview = () => previewImport(shop.url, token, `?${new URLSearchParams(previewedImport)}`);
      return await vi.waitUntil(async () => (await preview()).hash, { timeout: 30_000 }); // others may have all places
    },
    invoice: () => givenInvoice(shop, owner),
    'linked-log-in': () => givenLinkedLogIn(shop, owner),
    'new-email': async () => `new${next()}@example.com`,
    order: async () => (await givenOrder(shop, owner, await givenPartFor1()))._id,
    'paid-order': async () => (await givenPaidOrder(shop, owner, await givenPartFor1()))._id,
    part: givenPartFor1,
    purchase: async () => (await givenOrder(shop, owner, await givenPartFor1())).purchaseId,
    'reset-token': async () => givenResetToken(shop, await givenPerson(shop)),
    review: async () => {
      const author = await givenPerson(shop);
      const review = { review: 'R', rating: 5, img: await givenImage(shop) };
      return (await author.ask('POST', '/api/user_rating', review)).body._id;
    },
    'shipped-order': () => givenShippedOrder(shop, owner),
    sku: async () => `SKU-${next()}`,
    'verification-token': () => readMailedToken(shop, owner.email),
  };
  return async (thing) => {
    const made = await things[thing]();
    if (!made) throw new Error(`The shop made no ${thing}`);
    return made;
  };
}

/** An endpoint without an example is sent nothing. */
export async function makeInput(name: EndpointName, make: MakeThing): Promise<Input> {
  return (await fillExample(endpoints[name], make)) as Input;
}

export async function sendInput(
  shop: TestShop,
  name: EndpointName,
  input: Input,
  credentials: Record<string, string>,
): Promise<ApiResponse> {
  const { method, upload }: Endpoint = endpoints[name];
  if (name === 'receiveEvent') {
    const { url, body, headers } = givenSignedEvent();
    return await ask(shop, method, url, body, { ...credentials, ...headers });
  }
  return await ask(
    shop,
    method,
    makeUrl(name, input),
    upload ? await makeForm(upload) : input.body,
    credentials,
  );
}

/** Presses the button of a form, in a page of the shop unless `headers` say otherwise. */
export async function sendForm(
  shop: TestShop,
  name: EndpointName,
  { params, body }: Input,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const { path, button }: EndpointForm = { redirect: () => undefined, path: '', ...forms[name] };
  const { [button?.field ?? '']: pressed = button?.value ?? 'yes', ...fields } = { ...params, ...body };
  const answer = await shop.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: `${new URLSearchParams({ ...fields, ...(button ? { [button.name]: pressed } : {}) } as never)}`,
  });
  const isJson = /json/.test(String(answer.headers['content-type']));
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
}

function makeUrl(name: EndpointName, { params = {}, query }: Input): string {
  const path = endpoints[name].path.replace(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(String(params[param])),
  );
  return query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path;
}

export async function makeForm(upload: 'image' | 'file'): Promise<FormData> {
  return upload === 'file' ? makePartFileForm() : await givenImageForm();
}

/** The token alone, or where the endpoint reads it the cookie. */
export function makeCredentials(
  { isBySession }: Endpoint,
  asking: Person | undefined,
): Record<string, string> {
  if (!asking) return {};
  return isBySession ? { cookie: asking.cookie } : { authorization: `Bearer ${asking.token}` };
}

/** Its id. */
async function givenSavedAddress(person: Person): Promise<string> {
  const { body } = await person.ask('POST', '/api/addresses', { address: exampleAddress });
  return body[0]?._id ?? '';
}

async function givenKeptBuild(shop: TestShop, person: Person): Promise<string> {
  const build = { name: `Build ${next()}`, parts: await givenPart(shop) };
  const { body } = await person.ask('POST', '/api/my_builds', build);
  return body.id;
}

async function givenShippedOrder(shop: TestShop, owner: Person): Promise<string> {
  const { _id } = await givenPaidOrder(shop, owner);
  const admin = await givenPerson(shop, { role: 'admin' });
  await admin.ask('PATCH', `/api/manage_order/${_id}`, { status: 'shipped' });
  return _id;
}

/** Of an order that its buyer has paid. */
async function givenInvoice(shop: TestShop, owner: Person): Promise<string> {
  const { purchaseId } = await givenPaidOrder(shop, owner);
  const { body } = await owner.ask('GET', `/api/purchases/${purchaseId}`);
  const [invoice] = body.invoices;
  if (!invoice) throw new Error('A paid purchase has no invoice');
  return invoice._id;
}

/** What a browser sends after the card was confirmed. */
async function givenConfirmedPayment(shop: TestShop, owner: Person) {
  const { _id: orderId } = await givenOrder(shop, owner);
  const { body: secret } = await owner.ask('POST', '/api/create-payment-intent', { orderId });
  const { body: payment } = await confirmCard(shop, secret);
  return { orderId, transactionId: payment.id };
}
