/** Every field of every call × whatever people and programs put into fields: a sentence at the field, or kept unharmed. */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type EndpointName, endpoints } from '#app/endpoints.ts';
import { listFilterParameters } from '#catalogue/rules/lists/filters.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { settingNames } from '#settings/rules/settings.ts';
import { expectFieldError, expectNoFailure } from '../support/complaints.ts';
import {
  calls,
  formCalls,
  type Input,
  makeCredentials,
  makeGiven,
  makeInput,
  sendForm,
  sendInput,
} from '../support/examples.ts';
import { type ApiResponse, ask, givenPerson, type Person } from '../support/given.ts';
import { givenBuyerAndAdmin, givenPeople } from '../support/given-people.ts';
import { fitting, isKept, nastyTexts, oddNumbers, wrongTypes } from '../support/odd-values.ts';
import { givenShop } from '../support/shop.ts';

/** The filters of parts are not among them: no category has all, and `tests/integration/part-filters.test.ts` tries each. */
const filters = new Set(listFilterParameters());
const readFields = (call: Endpoint, part: keyof Input) =>
  Object.entries<z.ZodType>(call[part]?.shape ?? {}).filter(
    ([field]) => part !== 'query' || !filters.has(field),
  );

/** Settings with the schema of another one. */
const likeOthers = new Set(
  settingNames.filter((name) =>
    /^project[23]|^(ceo|banner|questions|companyPages)$|^registration$|^portfolioRole$|^portfolioEmail$|^alert(Disputes|Refunds|Stock)$/.test(
      name,
    ),
  ) as string[],
);

const fields = calls.flatMap(([name, call]) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    readFields(call, part)
      .filter(([field]) => !likeOthers.has(field))
      .map(([field, schema]) => ({
        title: `${field} (${part} of ${name})`,
        name,
        part,
        field,
        isRequired: !schema.safeParse(undefined).success,
        isNullable: schema.safeParse(null).success,
      })),
  ),
);

const shop = await givenShop({ hasDemoIdentity: true });
const { buyer, admin } = await givenBuyerAndAdmin(shop);
/** Tells about themselves, the name included, which the others' requests are to agree with. */
const { teller } = await givenPeople(shop, { teller: {} });

/** Who sends the kept request of an endpoint: the one who may. */
const askers = new Map<EndpointName, Person>();

const inputs = keepInputs(async (name) => {
  const asking = await chooseAsking(name);
  askers.set(name, asking);
  const owner = asking === admin ? buyer : asking;
  return await makeInput(name, makeGiven(shop, { asking, owner }));
});

async function chooseAsking(name: EndpointName): Promise<Person> {
  const { access, isBySession } = endpoints[name] as Endpoint;
  if (isBySession) return await givenPerson(shop); // whose session may end
  if (access === 'administrator') return admin;
  return name === 'saveProfile' ? teller : buyer;
}

test('the examples have exactly the fields of the contract, and succeed', async () => {
  expect(fields.length).toBeGreaterThan(40);
  for (const [name, call] of calls) {
    const input = await inputs.read(name);
    for (const part of ['params', 'query', 'body'] as const) {
      expect(Object.keys(input[part] ?? {}).sort(), `${part} of ${name}`).toEqual(
        readFields(call, part)
          .map(([field]) => field)
          .sort(),
      );
    }
    const answer = await send(name, input);
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
      const look = makeStoredTexts()[name];
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
      const look = makeStoredTexts()[name];
      if (answer.status < 300 && look && isKept(name, field)) {
        expect(String(await look(field, answer.body as ResponseFields)), kind).toBe(String(value));
      }
    }
  });
});

test.each(fields.filter(({ part }) => part === 'body'))(
  '$title of a wrong type is refused by name',
  async ({ name, part, field, isNullable }) => {
    for (const [kind, value] of Object.entries(wrongTypes)) {
      const answer = await send(name, await inputs.readWith(name, part, field, value));
      if (fitting[field] === kind || (value === null && isNullable)) expectNoFailure(answer, field);
      else expectFieldError(answer, field);
    }
    const { [field]: example } = (await inputs.readWith(name, part, field, 'x'))[part] ?? {};
    expect(example).toBe('x');
    if (typeof (await inputs.read(name))[part]?.[field] === 'string') {
      expectFieldError(await send(name, await inputs.readWith(name, part, field, 12_345)), field);
    }
  },
);

describe.each(
  formCalls.flatMap(([name, { path }]) =>
    fields
      .filter((each) => each.name === name)
      .map((each) => ({ ...each, title: `${each.field} (form ${path}, ${name})` })),
  ),
)('$title', ({ name, part, field }) => {
  test.each(
    Object.entries({ ...nastyTexts, ...oddNumbers, 'an empty text': '', 'a long text': 'x'.repeat(3000) }),
  )('of %s: the form says what is wrong, or a page follows', async (_kind, value) => {
    const input = await inputs.readWith(name, part, field, String(value).slice(0, 3000));
    const answer = await sendForm(shop, name, input, {
      cookie: askers.get(name)?.cookie ?? '',
      origin: shop.url,
    });
    if (answer.status === 303) expect(answer.headers.location).toMatch(/^\/(?!\/)/);
    else expectNoFailure(answer, field);
  });
});

async function send(name: EndpointName, input: Input): Promise<ApiResponse> {
  const answer = await sendInput(shop, name, input, makeCredentials(endpoints[name], askers.get(name)));
  return inputs.dropIfUsed(name, answer);
}

/** Keeps each good request until a call has used it up: what it needs, a paid order for one, takes longer than most calls. */
function keepInputs(make: (name: EndpointName) => Promise<Input>) {
  const kept = new Map<EndpointName, Input>();
  const read = async (name: EndpointName): Promise<Input> => {
    const input = kept.get(name) ?? (await make(name));
    kept.set(name, input);
    return input;
  };
  return {
    read,
    /** The same with another value of one field, or without the field. */
    async readWith(name: EndpointName, part: keyof Input, field: string, value: unknown): Promise<Input> {
      const input = await read(name);
      const { [field]: _, ...others } = input[part] ?? {};
      return { ...input, [part]: value === undefined ? others : { ...others, [field]: value } };
    },
    /** Returns the answer; a call that succeeds has used up what it needed. */
    dropIfUsed(name: EndpointName, answer: ApiResponse): ApiResponse {
      if (answer.status < 300 && endpoints[name].method !== 'GET') kept.delete(name);
      return answer;
    },
  };
}

/** The response fields that identify what was stored. */
type ResponseFields = {
  _id: string;
  insertedId: string;
  partsId: string;
  email: string;
  user: Record<string, unknown>;
  values: Record<string, unknown>;
};

/** Reads back a text that was sent to an endpoint; endpoints that are not listed store no text. */
function makeStoredTexts(): Partial<
  Record<EndpointName, (field: string, fields: ResponseFields) => Promise<unknown>>
> {
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
