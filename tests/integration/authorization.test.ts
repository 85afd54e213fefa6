/** Who may do what: every call of the contract, asked by a visitor, another customer, the owner and an administrator. */
import fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#app/endpoints.ts';
import { makeIdentification } from '#people/api/identity.ts';
import {
  type AccessLevel,
  answersByAccess,
  type Endpoint,
  type EndpointForm,
} from '#platform/contract/endpoint.ts';
import type { Database } from '#platform/database/connect.ts';
import { registerForms } from '#platform/http/page-forms.ts';
import type { RequestContext } from '#platform/http/register-endpoint.ts';
import {
  calls,
  formCalls,
  makeCredentials,
  makeGiven,
  makeInput,
  sendForm,
  sendInput,
} from '../support/examples.ts';
import { ask, givenPerson, type Person } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop({
  hasDemoIdentity: true,
  outbox: 'nowhere',
  web: { mode: 'production', build: () => Promise.reject(new Error('No page is asked for')) },
});

const levels = Object.keys(answersByAccess.anyone) as AccessLevel[];
const people: Partial<Record<AccessLevel, Person>> = await givenPeople(shop, {
  another: { name: 'Anna Another' },
  owner: { name: 'Olga Owner' },
  administrator: { role: 'admin', name: 'Ada Admin' },
});

/** Sessions may end with the call: those are of new people. */
async function choosePeople({ isBySession }: Endpoint, level: AccessLevel) {
  if (!isBySession) return { asking: people[level], owner: people.owner as Person };
  const owner = await givenPerson(shop);
  if (level === 'visitor') return { asking: undefined, owner };
  const role = level === 'administrator' ? 'admin' : 'customer';
  return { asking: level === 'owner' ? owner : await givenPerson(shop, { role }), owner };
}

/** Source: 'Who may' of the shop's decisions; 401 without a token, 403 for a role or e-mail, 404 for another's object. */
describe.each(calls)('%s', (name, endpoint) => {
  test.each(levels)(
    'answers the %s as decided, and a refusal changes nothing [S6.1 S6.8 S6.9 S6.10]',
    async (level) => {
      const { asking, owner } = await choosePeople(endpoint, level);
      const input = await makeInput(name, makeGiven(shop, { asking: asking ?? owner, owner }));
      const expected = answersByAccess[endpoint.access][level];
      const before = expected === 'ok' ? '' : await readShopState(shop.db);
      const answer = await sendInput(shop, name, input, makeCredentials(endpoint, asking));
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

describe.each(formCalls)('the form of %s', (name, form) => {
  const endpoint: Endpoint = endpoints[name];
  const prepare = async (level: AccessLevel) => {
    const { asking, owner } = await choosePeople(endpoint, level);
    const input = await makeInput(name, makeGiven(shop, { asking: asking ?? owner, owner }));
    return { input, cookie: asking?.cookie ?? '' };
  };

  test.each(levels)('answers the %s as the endpoint does, by the session’s cookie', async (level) => {
    const { input, cookie } = await prepare(level);
    const expected = answersByAccess[endpoint.access][level];
    const before = expected === 'ok' ? '' : await readShopState(shop.db);
    const answer = await sendForm(shop, name, input, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(
      expected === 'ok' || expected === 401 ? 303 : expected,
    );
    if (answer.status === 303) expect(answer.headers.location).toMatch(/^\/(?!\/)/);
    if (expected !== 'ok') expect(await readShopState(shop.db)).toBe(before);
    if (expected === 401) expect(answer.headers.location).toMatch(/^\/login\?from=/);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('of another site, %o, does nothing', async (headers) => {
    const { input, cookie } = await prepare('owner');
    const before = await readShopState(shop.db);
    const answer = await sendForm(shop, name, input, { cookie, ...headers });
    expect(answer).toMatchObject({ status: 403, body: { refused: 'not-allowed' } });
    expect(await readShopState(shop.db)).toBe(before);
  });

  test('is taken in its own encoding alone', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      expect((await sendForm(shop, name, {}, { 'content-type': type })).status, form.path).toBe(415);
  });
});

describe('a form that only some may send', () => {
  const openForm = (endpoint: Endpoint) => {
    const app = fastify();
    const { db, accounts, url: publicUrl } = shop;
    const now = () => new Date();
    const services = { ...makeIdentification({ db, accounts, secret: '', now }), publicUrl, now };
    const handle = async ({ viewer }: RequestContext<Endpoint>) => ({ by: viewer?.id });
    const redirect: EndpointForm['redirect'] = ({ refusal }, _sent, page) => (refusal ? undefined : page);
    const form: EndpointForm = { path: '/sent', redirect };
    registerForms(app, services, [[form, { endpoint, handle }]]);
    return async (headers: Record<string, string>) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await app.inject({ method: 'POST', url: '/sent', headers: { ...type, ...headers } });
      return [answer.statusCode, answer.headers.location ?? answer.json().by];
    };
  };
  const json = { accept: 'application/json' };

  test('is sent in the name of the session, until that ends, and leads back to its page, a visitor by the log-in', async () => {
    const person = await givenPerson(shop);
    const send = openForm(endpoints.listLinkedLogIns);
    expect(await send({ cookie: person.cookie, ...json })).toEqual([200, person.id]);
    const referer = `${shop.url}/parts?q=ram`;
    expect(await send({ cookie: person.cookie, referer })).toEqual([303, '/parts?q=ram']);
    await ask(shop, 'POST', '/api/identity/sign-out', {}, { cookie: person.cookie });
    expect(await send({ cookie: person.cookie, ...json })).toEqual([401, undefined]);
    expect(await send({ referer })).toEqual([303, `/login?from=${encodeURIComponent('/parts?q=ram')}`]);
    const others = [
      '',
      'https://evil.example/parts',
      `${shop.url}.evil.example/x`,
      `${shop.url}//evil.example/`,
    ];
    for (const other of others) expect(await send({ referer: other })).toEqual([303, '/login?from=%2Fsent']);
  });

  test('of administrators is refused to others', async () => {
    const send = openForm(endpoints.listOrders);
    expect(await send({ cookie: people.owner?.cookie ?? '' })).toEqual([403, undefined]);
    const { id, cookie } = people.administrator as Person;
    expect(await send({ cookie, ...json })).toEqual([200, id]);
  });
});

/** Neither endpoints nor forms, and only read: pages, files, probes, the way back from a log-in provider. */
const readPaths = [
  ...['/*', '/assets/*', '/images/*', '/pictures/*', '/favicon.ico', '/robots.txt', '/sitemap.xml'],
  ...['/sitemap-:number(^[1-9]\\d{0,3}$).xml', '/.well-known/security.txt', '/speculation-rules.json'],
  ...['/dev/outbox', '/dev/outbox/:id', '/dev/outbox/:id/html', '/healthz', '/readyz', '/metrics'],
  ...['/api/openapi.json', '/login/oidc'],
];
/** Of other programs, or that there is no such call. */
const foreignPaths = /^\/(card-sandbox|demo-identity)(\/\*?)?$|^\/api\/\*$/;

test('every route of the shop is an endpoint or a form of the matrix, or in the list of those that are none', () => {
  const declared = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`);
  const posted = formCalls.map(([, { path }]) => `POST ${path}`);
  const served = readRoutes(shop.app.printRoutes())
    .filter(({ path }) => !foreignPaths.test(path))
    .flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
    );
  const read = readPaths.map((path) => `GET ${path}`);
  expect(served.sort()).toEqual([...new Set([...declared, ...posted, ...read])].sort());
});

test('of the identity library nothing can be reached but the calls of the contract', async () => {
  const { api } = shop.accounts;
  const used = new Set(Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`));
  let refused = 0;
  for (const { path, options } of Object.values(api) as { path?: string; options?: RouteDescription }[]) {
    for (const method of [options?.method ?? 'GET'].flat()) {
      if (!path || used.has(`${method} /api/identity${path}`)) continue;
      const url = `/api/identity${path.replace(/:\w+/g, 'x')}`;
      const body = method === 'GET' ? undefined : {};
      const answer = await ask(shop, method, url, body, { cookie: people.administrator?.cookie ?? '' });
      expect([404, 405], `${method} ${url}`).toContain(answer.status);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(10);
});

type RouteDescription = { method?: 'GET' | 'POST' | ('GET' | 'POST')[] };

/** One value that changes with any row that a call could change; refused calls are counted as attempts. */
async function readShopState(db: Database): Promise<string> {
  const readNames = sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'attempts'`;
  const hashes = (await readNames.execute(db)).rows.map(({ name }) => {
    const rows = sql.table(name);
    return sql`(select coalesce(sum(hashtextextended(row::text, 0)), 0) from ${rows} row)`;
  });
  const readState = sql<{ state: string }>`select concat_ws(' ', ${sql.join(hashes)}) as state`;
  return (await readState.execute(db)).rows[0]?.state ?? '';
}

/** Reads Fastify's drawing of its tree of routes: four columns are one level. */
function readRoutes(drawing: string): { path: string; methods: string[] }[] {
  const prefixes: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?$/.exec(line) ?? [];
    if (!part) return [];
    const depth = indent.length / 4;
    prefixes[depth] = `${depth > 0 ? prefixes[depth - 1] : ''}${part}`;
    return methods ? [{ path: prefixes[depth] ?? '', methods: methods.split(', ') }] : [];
  });
}
