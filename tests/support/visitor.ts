/** A person who uses a running shop over HTTP, and whose session can be moved to a browser. */
import type { BrowserContext, Page } from 'playwright-core';
import type { Order } from '#orders/contract/orders.ts';
import {
  CARDS,
  type CardFields,
  cardForm,
  type PaymentSecret,
  parsePaymentId,
} from '#sandbox/testing/sandbox.ts';
import type { BodyAt, Method } from './answers.ts';

export type Visitor = {
  name: string;
  email: string;
  /** The session's cookies, `name=value`. */
  cookies: string[];
  token: string;
  /** Sends a request that must succeed and returns its response. */
  call<M extends Method, const Path extends string>(
    method: M,
    path: Path,
    body?: object | FormData,
    headers?: Record<string, string>,
  ): Promise<BodyAt<M, Path>>;
  /** Pays with a card, as the payment page does; throws when the provider refuses it. */
  confirmCard(secret: PaymentSecret, card?: CardFields): Promise<{ status: string }>;
};

type Account = { email: string; password: string };

export function signUpVisitor(address: string, person: Account & { name: string }): Promise<Visitor> {
  return authenticate(address, 'sign-up', person);
}

export function logInVisitor(address: string, { email, password }: Account): Promise<Visitor> {
  return authenticate(address, 'sign-in', { email, password });
}

/** Pays an order with a card, as the payment page does; answers it as it is then. */
export async function payOrder(buyer: Visitor, orderId: string, card?: CardFields): Promise<Order> {
  const secret = await buyer.call('POST', '/api/create-payment-intent', { orderId });
  await buyer.confirmCard(secret, card);
  const settled = { orderId, transactionId: parsePaymentId(secret) };
  return await buyer.call('PATCH', `/api/my_order/${orderId}`, settled);
}

/** The same person and token at another process of the shop. */
export function visitAt(session: Session, address: string): Visitor {
  return {
    ...session,
    call: makeCaller(address, session.token),
    confirmCard: (secret, card = CARDS.good) => confirmCard(address, secret, card),
  };
}

type Session = Pick<Visitor, 'name' | 'email' | 'cookies' | 'token'>;

/** Logs the person in to a browser context, once: cookies, and local storage with the first page of the shop. */
export async function addSession(context: BrowserContext, address: string, session: Session): Promise<void> {
  const { name, email, token } = session;
  await context.addCookies(
    session.cookies.map((cookie) => {
      const [key = '', ...value] = cookie.split('=');
      return { name: key, value: value.join('='), url: address };
    }),
  );
  await context.addInitScript(
    ({ origin, items, marker }) => {
      if (location.origin !== origin || localStorage.getItem(marker)) return;
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      localStorage.setItem(marker, 'added');
    },
    {
      origin: address,
      items: { accessToken: token, 'compact.person': JSON.stringify({ name, email }) },
      marker: 'tests.session',
    },
  );
}

async function authenticate(address: string, kind: 'sign-up' | 'sign-in', body: object): Promise<Visitor> {
  const response = await send(address, 'POST', `/api/identity/${kind}/email`, body);
  const { user } = (await response.json()) as { user: { email: string; name: string } };
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const cookie = { cookie: cookies.join('; ') };
  const answer = await send(address, 'PUT', `/api/user/${user.email}`, { email: user.email }, cookie);
  const { token } = (await answer.json()) as { token: string };
  return visitAt({ ...user, cookies, token }, address);
}

function makeCaller(address: string, token: string): Visitor['call'] {
  return async (method, path, body, headers) => {
    const answer = await send(address, method, path, body, { authorization: `Bearer ${token}`, ...headers });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
}

function send(
  address: string,
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) {
  const isJson = body && !(body instanceof FormData);
  return fetch(address + path, {
    method,
    headers: { origin: address, ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: isJson ? JSON.stringify(body) : body } : {}),
  });
}

async function confirmCard(address: string, secret: PaymentSecret, card: CardFields) {
  const { path, fields } = cardForm(secret, card);
  const answer = await fetch(`${address}/card-sandbox${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(`The card was not charged: ${await answer.text()}`);
  return await answer.json();
}

/** From now on the server does not know who is logged in: the browser loads pages, by its access token. */
export function loadInBrowser(page: Page): Promise<void> {
  return page.context().clearCookies({ name: /session_token/ });
}
