/** Every call × whoever may ask × good and broken requests, made from the description of the API and held against it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type EndpointName, endpoints } from '#app/endpoints.ts';
import { type AccessLevel, answersByAccess, type Endpoint } from '#platform/contract/endpoint.ts';
import { dereference } from '../support/description.ts';
import { type Input, makeForm, makeGiven, makeInput } from '../support/examples.ts';
import {
  type DescribedCall,
  type FuzzedRequest,
  makeBrokenRequests,
  makeExampleRequest,
  makeValidRequests,
  type Operation,
  type ResponseSchema,
} from '../support/fuzzed-requests.ts';
import { ask, givenPerson, type Person, readContent } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import type { KnownValues } from '../support/schema-values.ts';
import { givenShop } from '../support/shop.ts';
import { givenSignedEvent } from '../support/signed-events.ts';

const shop = await givenShop({ hasDemoIdentity: true });

/** What chose the requests; `FUZZ_SEED` chooses the same again. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const standings = Object.keys(answersByAccess.anyone) as AccessLevel[];
/** What a buyer does must not only be refused. */
const buying = ['addToBasket', 'setBasketQuantity', 'placeOrder', 'placePurchase', 'readPurchase'];
/** Of each kind, for each call and everybody: 96 calls make 2,304 requests. */
const requestsOfAKind = 3;

const people: Partial<Record<AccessLevel, Person>> & { owner: Person } = await givenPeople(shop, {
  owner: { name: 'Olga Owner' },
  another: { name: 'Anna Another' },
  administrator: { role: 'admin', name: 'Ada Admin' },
});
const described = await ask(shop, 'GET', '/api/openapi.json');
const description = dereference(
  described.body as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: { Problem: ResponseSchema } };
  },
);

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
        for (const [number, request] of (await requestsFor(call, standing, seed + index)).entries()) {
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

/** Whoever asks is the owner where the request is about a person. */
async function makeExample({ operation }: DescribedCall, standing: AccessLevel): Promise<Input> {
  const asking = people[standing] ?? people.owner;
  const { access } = endpoints[operation.operationId as EndpointName] as Endpoint;
  const owner = access.startsWith('person') ? asking : people.owner;
  return await makeInput(operation.operationId as EndpointName, makeGiven(shop, { asking, owner }));
}

/** The values that the fields of an example have, those inside of lists and objects too. */
function readKnown(example: Input): KnownValues {
  const known = new Map<string, unknown[]>();
  const read = (node: unknown) => {
    if (Array.isArray(node)) node.forEach(read);
    else if (typeof node === 'object' && node !== null)
      for (const [name, value] of Object.entries(node)) {
        known.set(name, [...(known.get(name) ?? []), value]);
        read(value);
      }
  };
  for (const part of Object.values(example)) read(part);
  return (field) => {
    const values = known.get(field);
    return values && fc.constantFrom(...values);
  };
}

/** First those that the description allows, the example among them, then as many broken ones. */
async function requestsFor(
  call: DescribedCall,
  standing: AccessLevel,
  seedOfCall: number,
): Promise<FuzzedRequest[]> {
  const options = { seed: seedOfCall, numRuns: requestsOfAKind };
  const example = await makeExample(call, standing);
  const knownValues = readKnown(example);
  const valid = fc.sample(makeValidRequests(call, knownValues), options);
  const broken = fc.sample(makeBrokenRequests(call, knownValues), options);
  const { operationId } = call.operation;
  const { upload } = endpoints[operationId as EndpointName] as Endpoint;
  valid[0] = makeExampleRequest(call, example);
  if (operationId === 'receiveEvent') return [...valid.map(signedEvent), ...broken];
  if (!upload) return [...valid, ...broken];
  const form = await readContent(await makeForm(upload));
  const sent = form && { headers: { 'content-type': form.type }, payload: form.payload };
  return [...valid.map((request) => ({ ...request, ...sent })), ...broken];
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
    if (statusCode === 304 && answer.body === '') return undefined; // asked with a tag: of HTTP, in no description
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
