/** Every call × whoever may ask × good and broken requests, made from the description of the API and held against it. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defaultSettings } from '#domain/settings.ts';
import { parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { givenResetToken, readMailedToken } from '../support/account-mails.ts';
import { dereference } from '../support/description.ts';
import {
  type DescribedCall,
  type FuzzedRequest,
  makeBrokenRequests,
  makeValidRequests,
  type Operation,
  type ResponseSchema,
} from '../support/fuzzed-requests.ts';
import {
  ask,
  givenImage,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  givenPurchase,
  orderBody,
  type Person,
  partBody,
  purchaseBody,
} from '../support/given.ts';
import { addressBody } from '../support/given-orders.ts';
import { makePartFileForm } from '../support/part-lists.ts';
import { givenPixels, makeImageForm } from '../support/pictures.ts';
import type { KnownValues } from '../support/schema-values.ts';
import { givenShop } from '../support/shop.ts';
import { givenSignedEvent } from '../support/signed-events.ts';

const shop = givenShop({
  hasDemoIdentity: true,
  signInLimits: { attempts: 10_000, attemptsFromAddress: 10_000, signUps: 10_000, mails: 10_000 },
});

/** What chose the requests; `FUZZ_SEED` chooses the same again. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const standings = ['visitor', 'customer', 'another', 'administrator'] as const;
type AccessLevel = (typeof standings)[number];
/** What a buyer does must not only be refused. */
const buying = ['addToBasket', 'setBasketQuantity', 'placeOrder', 'placePurchase', 'readPurchase'];
/** Of each kind, for each call and everybody: 47 calls make 2,256 requests. */
const requestsOfAKind = 6;

const people = {} as Record<AccessLevel, Person | undefined>;
let description: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Problem: ResponseSchema } };
};
let known: Record<string, unknown[]>;
let image: FuzzedRequest;
let partFile: FuzzedRequest;
/** Bodies that nothing else makes impossible meanwhile. */
let certainBodies: Record<string, unknown>;

beforeAll(async () => {
  description = dereference((await ask(shop, 'GET', '/api/openapi.json')).body as typeof description);
  people.customer = await givenPerson(shop, { name: 'Carl Customer' });
  people.another = await givenPerson(shop, { name: 'Anna Another' });
  people.administrator = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  known = await populateShop(people.customer, people.administrator);
  image = await makeFormRequest(makeImageForm(await givenPixels(40, 40).png().toBuffer()));
  const ordered = await givenPart(shop, { stock: 500 });
  certainBodies = {
    placeOrder: orderBody(ordered),
    placePurchase: purchaseBody([ordered]),
    addAddress: { address: addressBody, isDefault: true },
    addPart: partBody(),
    saveBuild: { parts: ordered },
    saveSettings: { version: 1_000_000, ...defaultSettings },
    writeReview: { review: 'As it should be.', rating: 4.5, img: known.img?.[0] },
  };
  partFile = await makeFormRequest(makePartFileForm());
});

describe(`with the seed ${seed}`, () => {
  test('every answer is declared, of its schema, and no failure', async () => {
    const calls = readCalls(description.paths);
    const validate = makeValidator();
    const wrong: string[] = [];
    const reached = new Set<string>();
    const requestCount = await inTurns(calls, async (call, index) => {
      let count = 0;
      for (const standing of standings) {
        let credentials: Record<string, string> = {};
        for (const [number, request] of requestsFor(call, standing, seed + index).entries()) {
          // the third person who has left sends the rest, with a token that counts no longer
          if (number < 3) credentials = await makeCredentials(call, standing);
          const answer = await send(request, credentials);
          const fault = validate(call, answer);
          if (fault) wrong.push(`${standing}: ${JSON.stringify(request).slice(0, 600)}\n  ${fault}`);
          if (answer.statusCode < 300) reached.add(call.operation.operationId);
          count += 1;
        }
      }
      return count;
    });
    expect(wrong).toEqual([]);
    expect(requestCount).toBeGreaterThanOrEqual(2_000);
    // requests that are all refused would prove little
    expect(reached.size).toBeGreaterThan(0.75 * calls.length);
    expect([...reached]).toEqual(expect.arrayContaining(buying));
  }, 240_000);
});

function readCalls(paths: typeof description.paths): DescribedCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Things in every state, of which the fields of requests may speak. */
async function populateShop(customer: Person, administrator: Person): Promise<Record<string, unknown[]>> {
  const parts = await Promise.all(
    Array.from({ length: 8 }, () => givenPart(shop, { stock: 500, price: 2_000 })),
  );
  const [part = ''] = parts;
  const unpaid = [];
  for (let number = 0; number < 8; number += 1) unpaid.push((await givenOrder(shop, customer, part))._id);
  const paid = [];
  for (let number = 0; number < 6; number += 1) paid.push(await givenPaidOrder(shop, customer, part));
  const [shipped] = paid;
  await administrator.ask('PATCH', `/api/manage_order/${shipped?._id}`, { status: 'shipped' });
  const purchase = await givenPurchase(customer, parts.slice(0, 2));
  const secret = await customer.ask('POST', '/api/create-payment-intent', { orderId: unpaid[0] });
  const img = await givenImage(shop);
  const review = await customer.ask('POST', '/api/user_rating', {
    review: 'As it should be.',
    rating: 5,
    img,
  });
  const [forgetful, spare] = [await givenPerson(shop), await givenPerson(shop)];
  return {
    orderId: [...unpaid, ...paid.map(({ _id }) => _id)],
    purchaseId: [purchase._id],
    partsId: parts,
    sparePartsId: [await givenPart(shop), await givenPart(shop)],
    reviewId: [review.body._id],
    transactionId: [parsePaymentId(secret.body), ...paid.map(({ transactionId }) => transactionId)],
    email: [customer.email, administrator.email, people.another?.email],
    spareEmail: [spare.email],
    password: ['a good password'],
    verificationToken: [await readMailedToken(shop, customer.email)],
    resetToken: [await givenResetToken(shop, forgetful), await givenResetToken(shop, forgetful)],
    img: [img],
    phone: ['+1 555 010 9999'],
    quantity: [1, 2],
    price: [20, 0.5],
    amount: [0.5, 1],
    units: [0, 1],
    seen_quantity: [500],
    available_quantity: [500],
    minimum_order: [1],
    specs: [{ Weight: '1 kg' }],
    category: ['other'],
    from: ['/dashboard'],
  };
}

/** Which of those things a field of a call speaks of, when somebody asks it. */
function knownFor({ path, operation }: DescribedCall, asking: Person | undefined): KnownValues {
  const { operationId } = operation;
  return (field) => {
    if (field === 'email' && operationId === 'signUp') return fc.uuid().map((id) => `${id}@example.com`);
    const values = known[nameOfKnown(path, operationId, field)];
    const own = asking && (field === 'email' || field === 'name') ? asking[field] : undefined;
    if (own && !path.includes('/user/admin/')) return fc.constantFrom(own, own, own, ...(values ?? []));
    return values && fc.constantFrom(...values);
  };
}

function nameOfKnown(path: string, operationId: string, field: string): string {
  if (field === 'id') {
    if (operationId === 'takeOffSale') return 'sparePartsId';
    if (/parts|products|basket/.test(path)) return 'partsId';
    if (path.includes('purchases')) return 'purchaseId';
    return path.includes('ratings') ? 'reviewId' : 'orderId';
  }
  if (field === 'token') return operationId === 'verifyEmail' ? 'verificationToken' : 'resetToken';
  // these would take an administrator's role away, or give one to a customer
  if (field === 'email' && path.includes('/user/admin/')) return 'spareEmail';
  return { currentPassword: 'password', link: 'img', returnedUnits: 'units' }[field] ?? field;
}

/** First those that the description allows, then as many broken ones. */
function requestsFor(call: DescribedCall, standing: AccessLevel, seedOfCall: number): FuzzedRequest[] {
  const options = { seed: seedOfCall, numRuns: requestsOfAKind };
  const knownValues = knownFor(call, people[standing]);
  const valid = fc.sample(makeValidRequests(call, knownValues), options);
  const broken = fc.sample(makeBrokenRequests(call, knownValues), options);
  const { operationId } = call.operation;
  const form = { uploadImage: image, previewImport: partFile, confirmImport: partFile }[operationId];
  if (form) return [...valid.map(({ url }) => ({ ...form, url })), ...broken];
  const body = certainBodies[operationId];
  if (body) valid[0] = certainRequest(valid[0] as FuzzedRequest, body);
  if (operationId === 'receiveEvent') return [...valid.map(signedEvent), ...broken];
  return [...valid, ...broken];
}

/** With a key of its own: those that are made up are few, and another call may have used one for other contents. */
function certainRequest(request: FuzzedRequest, body: unknown): FuzzedRequest {
  const headers = { ...request.headers, 'idempotency-key': randomUUID() };
  return { ...request, headers, payload: JSON.stringify(body) };
}

async function makeFormRequest(form: FormData): Promise<FuzzedRequest> {
  const encoded = new Response(form);
  return {
    method: 'POST',
    url: '',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

function signedEvent(): FuzzedRequest {
  const { url, body, headers } = givenSignedEvent({ type: 'payment_intent.succeeded' });
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  };
}

/** Those after which a session has ended: each time it is somebody else's. */
const endsSessions = new Set(['signOut', 'signOutEverywhere', 'changePassword']);

async function makeCredentials(
  { operation }: DescribedCall,
  standing: AccessLevel,
): Promise<Record<string, string>> {
  const person = people[standing];
  if (!person) return {};
  const asking = endsSessions.has(operation.operationId) ? await givenPerson(shop) : person;
  return { authorization: `Bearer ${asking.token}`, cookie: asking.cookie };
}

function send({ method, url, headers, payload }: FuzzedRequest, credentials: Record<string, string>) {
  return shop.app.inject({
    method: method as 'GET',
    url,
    headers: { origin: shop.url, ...credentials, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

type Answer = Awaited<ReturnType<typeof send>>;

/** Says what an answer has that its description has not. */
function makeValidator(): (call: DescribedCall, answer: Answer) => string | undefined {
  const schemas = new Map<object, z.ZodType>();
  const problem = z.fromJSONSchema(description.components.schemas.Problem);
  return ({ operation }, answer) => {
    const { statusCode } = answer;
    const said = `${operation.operationId} ${statusCode} ${answer.body.slice(0, 300)}`;
    if (statusCode >= 500) return `a failure: ${said}`;
    const declared = operation.responses[statusCode]?.content;
    if (!declared) return `not declared: ${said}`;
    const [type = ''] = String(answer.headers['content-type']).split(';');
    const schema = declared[type]?.schema;
    if (!schema) return `of another type, ${type}: ${said}`;
    const kept =
      schemas.get(schema) ?? (type === 'application/problem+json' ? problem : z.fromJSONSchema(schema));
    schemas.set(schema, kept);
    const checked = kept.safeParse(/json/.test(type) ? answer.json() : answer.body);
    return checked.success ? undefined : `off its schema: ${z.prettifyError(checked.error)} ${said}`;
  };
}

/** Does the work for all calls, eight at a time, because some answers are delayed; answers the sum. */
async function inTurns(
  calls: DescribedCall[],
  work: (call: DescribedCall, index: number) => Promise<number>,
) {
  const waiting = calls.map((call, index) => ({ call, index }));
  let sum = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const count = await work(next.call, next.index);
      sum += count;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return sum;
}
