/** A browser without pages: it keeps the cookies that it gets, and has an address of its own. */
import type { z } from 'zod';
import type { basketSchema } from '#basket/contract/basket.ts';
import type { TestShop } from './shop.ts';

let browsers = 0;

type BasketAnswer = z.infer<typeof basketSchema> & { refused?: string; detail?: string };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A browser with its own address, which keeps the cookies that it gets. */
export function givenCookieJar(shop: Pick<TestShop, 'app'>, cookie = '') {
  const jar = new Map(cookie.split('; ').map((pair) => [pair.split('=')[0] ?? '', pair]));
  const remoteAddress = `2001:db8:${(++browsers).toString(16)}::1`;
  async function send(method: Method, url: string, headers: object, payload?: string) {
    const sent = [...jar.values()].filter(Boolean).join('; ');
    const answer = await shop.app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...(sent ? { cookie: sent } : {}), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';');
      const [name = ''] = pair.split('=');
      if (line.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, pair);
    }
    return answer;
  }
  return {
    jar,
    read: (name: string) => jar.get(name)?.split('=')[1],
    page: (url = '/basket') => send('GET', url, {}),
    async call(method: Method, url: string, body?: object, headers = {}) {
      const type = body ? { 'content-type': 'application/json' } : {};
      const answer = await send(method, url, { ...type, ...headers }, body && JSON.stringify(body));
      return { status: answer.statusCode, body: answer.json<BasketAnswer>() };
    },
    form: (fields: Record<string, string>, headers = {}, url = '/basket') =>
      send(
        'POST',
        url,
        { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
        `${new URLSearchParams(fields)}`,
      ),
  };
}
