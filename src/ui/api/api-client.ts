/** The typed client of the API: one function for all endpoints of the contract. */
import { useRef } from 'react';
import type { FieldError, RefusalKind } from '#kernel/refusals.ts';
import type { Endpoint, EndpointInput, EndpointResponse } from '#platform/contract/endpoint.ts';
import { createAccessTokenEndpoint, readSessionEndpoint } from '#platform/contract/session.ts';
import { deleteSession, signHeaders, storeSession } from '#ui/session/session.ts';
import { currentVisit } from '#ui/session/visit.ts';
import type { OnProgress } from './send-with-progress.ts';

/** Why a call failed; `status` 0: the shop could not be reached. */
export type Problem = {
  problem: true;
  status: number;
  detail: string;
  refused?: RefusalKind;
  code?: string;
  errors?: FieldError[];
};

/** What an endpoint with a `file` answers. */
export type ReceivedFile = { name: string; content: Blob };

export type CallOptions = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  onHeaders?: (headers: Headers) => void;
  onProgress?: OnProgress;
};

export function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'problem' in answer;
}

/** On a 401 it renews the access token and repeats the call once, with the same idempotency key. */
export async function callEndpoint<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  options: CallOptions = {},
): Promise<EndpointResponse<C> | Problem> {
  const answer = await send(endpoint, input, options);
  if (
    !isProblem(answer) ||
    answer.status !== 401 ||
    import.meta.env.SSR ||
    endpoint.access === 'anyone' ||
    endpoint.isBySession
  )
    return answer;
  const renewal = await renewSession();
  if (isProblem(renewal)) return renewal; // the session may still be valid: no reason to log in again
  return renewal ? await send(endpoint, input, options) : answer;
}

export type ListPage<Row> = {
  rows: Row[];
  total: number;
  /** The corrected words of the search, where it had a typing error. */
  correction: string | undefined;
  isPartial: boolean;
};

export async function callListEndpoint<C extends Endpoint & { isPaged: true }>(
  endpoint: C,
  input: EndpointInput<C>,
): Promise<ListPage<EndpointResponse<C> extends (infer Row)[] ? Row : never> | Problem> {
  let headers = new Headers();
  const rows = await callEndpoint(endpoint, input, { onHeaders: (received) => (headers = received) });
  if (isProblem(rows)) return rows;
  return {
    rows: rows as never,
    total: Number(headers.get('x-total-count') ?? 0),
    correction: headers.get('x-search-meant') ?? undefined,
    isPartial: headers.get('x-search-partial') === 'true',
  };
}

let pendingRenewal: Promise<boolean | Problem> | undefined;

/** Fetches a new access token; false without a valid session. Concurrent callers share one request. */
export function renewSession(): Promise<boolean | Problem> {
  pendingRenewal ??= fetchAccessToken().finally(() => {
    pendingRenewal = undefined;
  });
  return pendingRenewal;
}

export async function storeAccessToken(email: string): Promise<true | Problem> {
  const answer = await send(createAccessTokenEndpoint, { params: { email }, body: { email } }, {});
  if (isProblem(answer)) return answer;
  storeSession(answer.token, { name: answer.name, email: answer.email, isAdmin: answer.admin });
  return true;
}

async function fetchAccessToken(): Promise<boolean | Problem> {
  const session = await send(readSessionEndpoint, {}, {});
  if (session === null) deleteSession();
  if (session === null || isProblem(session)) return session ?? false;
  return await storeAccessToken(session.user.email);
}

async function send<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  options: CallOptions,
): Promise<EndpointResponse<C> | Problem> {
  const body = makeRequestBody(endpoint, input);
  let status = 0;
  try {
    const address = makeRequestUrl(endpoint, input);
    const request = {
      method: endpoint.method,
      headers: signHeaders({
        accept: endpoint.file ?? 'application/json',
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      }),
      ...(body ? { body } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    };
    const { onProgress } = options;
    const response = await (onProgress
      ? (await import('./send-with-progress.ts')).sendWithProgress(address, request, onProgress)
      : ((import.meta.env.SSR && currentVisit()?.call) || fetch)(address, request));
    status = response.status;
    if (response.ok && endpoint.file) return (await readFile(response)) as EndpointResponse<C>;
    const responseBody = await response.json();
    options.onHeaders?.(response.headers);
    if (response.ok) return responseBody as EndpointResponse<C>;
    return {
      detail: 'The shop could not answer. Please try again.',
      ...responseBody,
      problem: true,
      status: response.status,
    };
  } catch {
    return { problem: true, status: 0, detail: describeUnreachable(status) };
  }
}

async function readFile(response: Response): Promise<ReceivedFile> {
  const [, name = ''] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}

/** `status` may come from a reverse proxy in front of the shop; 0 without any response. */
function describeUnreachable(status: number): string {
  return status >= 500
    ? 'The shop cannot answer at the moment. Please try again in a minute; nothing is lost.'
    : 'The shop cannot be reached. Please check your connection and try again; nothing is lost.';
}

function makeRequestBody(endpoint: Endpoint, input: unknown): string | FormData | undefined {
  const { body, upload } = input as { body?: unknown; upload?: Blob };
  if (upload && endpoint.upload) {
    const form = new FormData();
    form.set(endpoint.upload, upload);
    return form;
  }
  return body === undefined ? undefined : JSON.stringify(body);
}

export function makeRequestUrl(endpoint: Endpoint, input: unknown): string {
  const { params = {}, query = {} } = input as {
    params?: Record<string, string>;
    query?: Record<string, string | number | undefined>;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Calls that take effect once, even if they are sent again after a lost response. */
export type IdempotentCall = {
  /** Uses one idempotency key until the outcome is known. `whereToSee` ends the message about a repeated call. */
  send<C extends Endpoint & { isIdempotent: true }>(
    endpoint: C,
    input: EndpointInput<C>,
    whereToSee: string,
  ): Promise<EndpointResponse<C> | Problem>;
  isUnresolved(): boolean;
};

/** `storedAs`: the key is kept under this name for the tab, so that it survives a reload. */
export function useIdempotentCall(storedAs?: string): IdempotentCall {
  const key = useRef<string>(undefined);
  const isUnresolved = useRef(false);
  function forgetKey(): void {
    key.current = undefined; // the next call is a new one
    if (storedAs) sessionStorage.removeItem(storedAs);
  }
  return {
    async send(endpoint, input, whereToSee) {
      key.current ??= (storedAs && sessionStorage.getItem(storedAs)) || makeRandomKey();
      if (storedAs) sessionStorage.setItem(storedAs, key.current);
      const received = await callEndpoint(endpoint, input, { idempotencyKey: key.current });
      const answer = isProblem(received) || isConfirmed(received) ? received : unconfirmed;
      if (isProblem(answer) && answer.refused === 'idempotency-key-reused') {
        forgetKey();
        isUnresolved.current = true; // the page does not show the result yet
        return { ...answer, detail: `Your first try has arrived: ${whereToSee}.` };
      }
      // it was stored, and has failed: the same again is a new one
      if (isProblem(answer) && answer.refused === 'refund-failed') forgetKey();
      if (isProblem(answer)) isUnresolved.current ||= answer.status === 0 || answer.status >= 500;
      else {
        forgetKey();
        isUnresolved.current = false;
      }
      return answer;
    },
    isUnresolved: () => isUnresolved.current,
  };
}

/** Something between browser and shop has answered: the next call, with the same key, finds out whether it was done. */
const unconfirmed: Problem = {
  problem: true,
  status: 0,
  detail: 'The shop did not confirm it. Please try again; nothing is done twice.',
};

function isConfirmed(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  return 'modifiedCount' in answer || ('insertedId' in answer && !!answer.insertedId);
}

/** 128 random bits in hexadecimal; `crypto.randomUUID` is missing on pages without https. */
function makeRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
