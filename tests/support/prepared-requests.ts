/** Requests that are prepared for somebody, and sent by others too. */
import type { Method } from './answers.ts';
import { ask, type Person } from './given.ts';
import type { TestShop } from './shop.ts';

/** `byCookie`: the call goes by the session's cookie, not by a token; `endsSessions`: it must be somebody's who goes. */
export type PreparedRequest = {
  url: string;
  body?: unknown;
  form?: FormData;
  byCookie?: true;
  endsSessions?: true;
  headers?: Record<string, string>;
};

export async function send(
  shop: TestShop,
  method: Method,
  prepared: PreparedRequest,
  asking: Person | undefined,
) {
  const { url, body, form, byCookie } = prepared;
  const headers = { ...credentials(asking, byCookie), ...prepared.headers };
  if (!form) return await ask(shop, method, url, body, headers);
  const answer = await fetch(shop.url + url, { method, headers, body: form });
  return { status: answer.status, body: await answer.json(), headers: Object.fromEntries(answer.headers) };
}

function credentials(asking: Person | undefined, byCookie: true | undefined): Record<string, string> {
  if (!asking) return {};
  return byCookie ? { cookie: asking.cookie } : { authorization: `Bearer ${asking.token}` };
}
