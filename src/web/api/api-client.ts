/** The typed client of the API: one function for every call of the contract. */
import type { Endpoint, EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { createAccessTokenEndpoint, readSessionEndpoint, signOutEndpoint } from '#contract/people/people.ts';
import type { FieldError, RefusalKind } from '#domain/refusals.ts';
import { type OnProgress, sendWithProgress } from '#web/api/send-with-progress.ts';
import { deleteDrafts, deleteSession, readAccessToken, storeSession } from '#web/people/session.ts';

/** Why a call did not succeed; `status` 0 means that the shop could not be reached. */
export type Problem = {
  problem: true;
  status: number;
  detail: string;
  refused?: RefusalKind;
  code?: string;
  errors?: FieldError[];
};

export type CallOptions = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  onHeaders?: (headers: Headers) => void;
  /** Hears, from 0 to 1, how much of what is sent has gone out. */
  onProgress?: OnProgress;
};

export function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'problem' in answer;
}

/**
 * Makes a call and answers what the contract says, or a problem. When the access token has expired it is renewed, and
 * the call repeated with the same idempotency key; only then does a 401 come out.
 */
export async function callEndpoint<C extends Endpoint>(
  call: C,
  input: EndpointInput<C>,
  options: CallOptions = {},
): Promise<EndpointResponse<C> | Problem> {
  const answer = await send(call, input, options);
  if (!isProblem(answer) || answer.status !== 401 || call.access === 'anyone') return answer;
  const renewed = await renewSession();
  if (isProblem(renewed)) return renewed; // nobody knows whether the session lives: no reason to log in again
  return renewed ? await send(call, input, options) : answer;
}

/** One page of a list: its rows, how many there are in all, the cursor of the next page, and what a search was taken for. */
export type ListPage<Row> = {
  rows: Row[];
  total: number;
  next: string | undefined;
  /** What was searched for instead of a typing error. */
  meant: string | undefined;
  /** Whether nothing has all words that are searched for, and these rows have the most of them. */
  isPartial: boolean;
};

/** Makes a call that answers a list and reads what its headers say of the page. */
export async function callListEndpoint<C extends Endpoint & { isPaged: true }>(
  call: C,
  input: EndpointInput<C>,
  options: CallOptions = {},
): Promise<ListPage<EndpointResponse<C> extends (infer Row)[] ? Row : never> | Problem> {
  let headers = new Headers();
  const rows = await callEndpoint(call, input, { ...options, onHeaders: (answered) => (headers = answered) });
  if (isProblem(rows)) return rows;
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return {
    rows: rows as never,
    total: Number(headers.get('x-total-count') ?? 0),
    next: next && (new URL(next, location.origin).searchParams.get('cursor') ?? undefined),
    meant: headers.get('x-search-meant') ?? undefined,
    isPartial: headers.get('x-search-partial') === 'true',
  };
}

let renewal: Promise<boolean | Problem> | undefined;

/**
 * Fetches a new access token: false when no session lives any more, a problem when that could not be found out. All who
 * ask at the same time share one answer.
 */
export function renewSession(): Promise<boolean | Problem> {
  renewal ??= fetchAccessToken().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** Fetches the access token of the person who has just signed in, and keeps it. */
export async function storeAccessToken(email: string): Promise<true | Problem> {
  const answer = await send(createAccessTokenEndpoint, { params: { email }, body: { email } }, {});
  if (isProblem(answer)) return answer;
  storeSession(answer.token, { name: answer.name, email: answer.email, isAdmin: answer.admin });
  return true;
}

/** Ends the session, at the shop and here; when the shop cannot be reached nothing has ended, and a problem is answered. */
export async function endSession(): Promise<Problem | undefined> {
  const answer = await send(signOutEndpoint, {}, {});
  if (isProblem(answer) && (answer.status === 0 || answer.status >= 500)) return answer;
  deleteSession();
  deleteDrafts();
  return undefined;
}

async function fetchAccessToken(): Promise<boolean | Problem> {
  const session = await send(readSessionEndpoint, {}, {});
  if (session === null) deleteSession();
  if (session === null || isProblem(session)) return session ?? false;
  return await storeAccessToken(session.user.email);
}

async function send<C extends Endpoint>(
  call: C,
  input: EndpointInput<C>,
  options: CallOptions,
): Promise<EndpointResponse<C> | Problem> {
  const content = makeRequestBody(call, input);
  const token = readAccessToken();
  let status = 0;
  try {
    const address = makeRequestUrl(call, input);
    const sending = {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(typeof content === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      ...(content ? { body: content } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    };
    const { onProgress } = options;
    const answer = await (onProgress
      ? sendWithProgress(address, sending, onProgress)
      : fetch(address, sending));
    status = answer.status;
    const answered = await answer.json();
    options.onHeaders?.(answer.headers);
    if (answer.ok) return answered as EndpointResponse<C>;
    return {
      detail: 'The shop could not answer. Please try again.',
      ...answered,
      problem: true,
      status: answer.status,
    };
  } catch {
    return { problem: true, status: 0, detail: describeUnreachable(status) };
  }
}

/** Says why no answer of the shop itself came; a server before it may have answered in its place, with this status. */
function describeUnreachable(status: number): string {
  return status >= 500
    ? 'The shop cannot answer at the moment. Please try again in a minute; nothing is lost.'
    : 'The shop cannot be reached. Please check your connection and try again; nothing is lost.';
}

/** What is sent: JSON, or a form with the one file of an upload; the browser sets that form's own content type. */
function makeRequestBody(call: Endpoint, input: unknown): string | FormData | undefined {
  const { body, upload } = input as { body?: unknown; upload?: Blob };
  if (upload && call.upload) {
    const form = new FormData();
    form.set(call.upload, upload);
    return form;
  }
  return body === undefined ? undefined : JSON.stringify(body);
}

function makeRequestUrl(call: Endpoint, input: unknown): string {
  const { params = {}, query = {} } = input as {
    params?: Record<string, string>;
    query?: Record<string, string | number | undefined>;
  };
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}
