/** Whatever is wrong with a request, its answer is a problem (RFC 9457) in plain words, and tells nothing of the inside. */
import { describe, expect, test } from 'vitest';
import { endpoints } from '#app/endpoints.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const shop = await givenShop();
const withPages = await givenShop({ beside: shop, web: await readWebBuild() });
const secure = await givenShop({ beside: shop, publicUrl: 'https://shop.example' });

const json = { 'content-type': 'application/json' };
const url = '/api/identity/sign-in/email';

test('Strict-Transport-Security, where the shop is served over https, says nothing of other subdomains', async () => {
  const headers = async (at: typeof shop) => (await at.app.inject('/healthz')).headers;
  expect((await headers(secure))['strict-transport-security']).toBe('max-age=31536000');
  expect((await headers(shop))['strict-transport-security']).toBeUndefined();
});

describe('a request that cannot be read', () => {
  test.each([
    ['JSON that breaks off', 400, { headers: json, payload: '{"email":' }],
    ['nothing where JSON is announced', 400, { headers: json, payload: '' }],
    ['nothing at all', 400, {}],
    ['a list for an object', 400, { headers: json, payload: '[]' }],
    ['null for an object', 400, { headers: json, payload: 'null' }],
    ['a text for an object', 400, { headers: json, payload: '"a"' }],
    ['very deep JSON', 400, { headers: json, payload: '['.repeat(100_000) + ']'.repeat(100_000) }],
    ['very deep objects', 400, { headers: json, payload: '{"a":'.repeat(40_000) + 1 + '}'.repeat(40_000) }],
    ['a prototype', 400, { headers: json, payload: '{"__proto__":{"role":"admin"}}' }],
    ['plain text', 415, { headers: { 'content-type': 'text/plain' }, payload: '{"email":"a@b.co"}' }],
    ['a form', 415, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' }],
    ['an unknown kind of content', 415, { headers: { 'content-type': 'nonsense' }, payload: 'x' }],
    ['too much', 413, { headers: json, payload: JSON.stringify({ email: 'x'.repeat(300_000) }) }],
  ])('because it is %s is answered with %d', async (_, status, request) => {
    expectProblem(await shop.app.inject({ method: 'POST', url, ...request }), status);
  });

  test.each(['/api/parts/%ff', '/api/parts/%', '/api/admin/%c3%28'])(
    'because its address is %s is answered with 400',
    async (address) => {
      expectProblem(await shop.app.inject({ method: 'GET', url: address }), 400);
    },
  );

  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing/at/all'],
    ['GET', '/api'],
    ['POST', '/parts'],
    ['GET', `/api/parts/${'x'.repeat(500)}`],
    ['GET', '/api//parts'],
    ['GET', '/api/parts/../../etc/passwd'],
  ] as const)('because there is no %s %s is answered with 404', async (method, address) => {
    expectProblem(await shop.app.inject({ method, url: address }), 404);
  });

  test.each([
    ['PUT', '/api/parts', 'GET, HEAD, PATCH, POST'],
    ['DELETE', '/api/order?a', 'POST'],
    ['OPTIONS', '/api/parts/some-part', 'GET, HEAD, PATCH'],
    ['GET', '/api/identity/sign-in/email', 'POST'],
    ['POST', '/parts', 'GET, HEAD'],
    ['OPTIONS', '/assets/nothing.js', 'GET, HEAD'],
    ['PUT', '/basket', 'GET, HEAD, POST'],
  ] as const)(
    'because its address does not take %s, %s, is answered with 405 and says what it takes',
    async (method, address, allowed) => {
      const answer = await withPages.app.inject({ method, url: address });
      expectProblem(answer, 405);
      expect(answer.headers.allow?.split(', ').sort().join(', ')).toBe(allowed);
    },
  );

  test.each(Object.values<Endpoint>(endpoints).flatMap(({ method, path }) => (method === 'GET' ? path : [])))(
    'to HEAD %s is answered like GET, without its content',
    async (path) => {
      const address = path.replace(/:\w+/, 'x');
      const head = await shop.app.inject({ method: 'HEAD', url: address });
      const get = await shop.app.inject(address);
      expect([head.statusCode, head.body]).toEqual([get.statusCode, '']);
    },
  );

  test('names the whole part of the request when no field can be named', async () => {
    const answer = await shop.app.inject({ method: 'POST', url, headers: json, payload: '[]' });
    expect(answer.json().errors).toEqual([{ path: 'body', message: 'An object with fields is needed here' }]);
    const detail = 'A body is required: a JSON object with the fields.';
    for (const headers of [{}, json])
      expect((await shop.app.inject({ method: 'POST', url, headers })).json().detail).toBe(detail);
  });
});

describe('a form of a page that is refused', () => {
  const press = (accept: string, payload = 'action=save&parts=nonsense') =>
    withPages.app.inject({
      method: 'POST',
      url: '/build',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        referer: `${withPages.url}/build?parts=1`,
        accept,
      },
      payload,
    });

  test.each([
    ['what was sent is wrong', 400, 'Ids of parts are needed here.', undefined],
    ['it is too large', 413, 'This request is too large.', 'x'.repeat(100_000)],
  ])('because %s says so on a page that leads back', async (_, status, sentence, payload) => {
    const { statusCode, headers, body } = await press('text/html,*/*', payload);
    expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    for (const part of ['This was not done', sentence, 'href="/build?parts=1"']) expect(body).toContain(part);
  });

  test('is a problem for a program', async () => {
    expectProblem(await press('*/*'), 400);
  });
});

test.each(['', 'Bearer', 'Bearer x', 'Basic YTpi', `Bearer ${'a.'.repeat(50_000)}b`, 'Bearer a.b.c'])(
  '“%.20s” is no token: 401',
  async (authorization) => {
    const { path } = endpoints.listOrders;
    expectProblem(await shop.app.inject({ method: 'GET', url: path, headers: { authorization } }), 401);
  },
);

function expectProblem(
  answer: { statusCode: number; headers: Record<string, unknown>; body: string },
  status: number,
) {
  expect(answer.statusCode, answer.body).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = JSON.parse(answer.body);
  expect(problem).toMatchObject({ type: 'about:blank', status, title: expect.stringMatching(/^[A-Z]/) });
  expect(problem.detail).toMatch(/^[A-Z].*[.\w]$/);
  expect(answer.body).not.toMatch(/FST_|node_modules|at .*\.(ts|js)/);
  return problem;
}
