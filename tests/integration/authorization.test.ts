/** Who may do what: every call of the contract, asked by a visitor, another customer, the owner and an administrator. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccessLevel, answersByAccess, type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { calls, makeCredentials, makeGiven, makeInput, sendInput } from '../support/examples.ts';
import { ask, givenPerson, type Person } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';
import { readRoutes, readShopState } from '../support/shop-state.ts';

const shop = givenShop({ hasDemoIdentity: true });

const standings = Object.keys(answersByAccess.anyone) as AccessLevel[];
const people = {} as Record<AccessLevel, Person | undefined>;

beforeAll(async () => {
  people.another = await givenPerson(shop, { name: 'Anna Another' });
  people.owner = await givenPerson(shop, { name: 'Olga Owner' });
  people.administrator = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
});

/** Sessions may end with the call: those are of new people. */
async function choosePeople({ isBySession }: Endpoint, standing: AccessLevel) {
  if (!isBySession) return { asking: people[standing], owner: people.owner as Person };
  const owner = await givenPerson(shop);
  if (standing === 'visitor') return { asking: undefined, owner };
  const role = standing === 'administrator' ? 'admin' : 'customer';
  return { asking: standing === 'owner' ? owner : await givenPerson(shop, { role }), owner };
}

/** Source: 'Who may' of the shop's decisions; 401 without a token, 403 for a role or e-mail, 404 for another's object. */
describe.each(calls)('%s', (name, endpoint) => {
  test.each(standings)(
    'answers the %s as decided, and a refusal changes nothing [S6.1 S6.8 S6.9 S6.10]',
    async (standing) => {
      const { asking, owner } = await choosePeople(endpoint, standing);
      const input = await makeInput(name, makeGiven(shop, { asking: asking ?? owner, owner }));
      const before = await readShopState(shop.db);
      const answer = await sendInput(shop, name, input, makeCredentials(endpoint, asking));
      const expected = answersByAccess[endpoint.access][standing];
      expect(answer.status, JSON.stringify(answer.body)).toBe(expected === 'ok' ? endpoint.status : expected);
      if (asking && !(endpoint.isBySession && answer.status >= 400))
        expect(answer.headers['cache-control']).toBe('no-store');
      if (answer.status < 400) return;
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      const members = Object.keys(answer.body as object).map((name) => (name === 'code' ? 'refused' : name));
      expect(members.sort()).toEqual(['detail', 'refused', 'requestId', 'status', 'title', 'type']);
      expect(await readShopState(shop.db)).toBe(before);
    },
  );
});

describe('the matrix', () => {
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
