/** One HTTP request of a client, sent again until the shop gives a definite answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadControl, LoadStopped } from './load-control.ts';

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** An object is sent as JSON, parameters as a form. */
  body?: object | URLSearchParams;
  headers?: Record<string, string>;
};

export type Answered = { status: number; body: Record<string, unknown>; location: string | null };

/** What the requests of a run came to. */
export type RequestStatistics = {
  sent: number;
  /** Without an answer: the connection broke, or nothing came in time. */
  unanswered: number;
  /** Answered 5xx, which says nothing of what has happened. */
  failed: number;
  /** The longest time until an answer or a broken connection, in milliseconds, since it was last set to 0. */
  slowestMs: number;
};

export function makeStatistics(): RequestStatistics {
  return { sent: 0, unanswered: 0, failed: 0, slowestMs: 0 };
}

/** For how long a client waits for an answer, and before it sends a request again. */
const requestTimeoutMs = 15_000;
const retryPauseMs = 150;

/** Sends it once; undefined when no whole answer came. */
export async function send(
  address: string,
  { method, path, body, headers = {} }: Request,
  statistics?: RequestStatistics,
): Promise<Answered | undefined> {
  const isForm = body instanceof URLSearchParams;
  const begun = performance.now();
  if (statistics) statistics.sent += 1;
  try {
    const answer = await fetch(address + path, {
      method,
      headers: {
        origin: address,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    if (statistics && answer.status >= 500) statistics.failed += 1;
    return {
      status: answer.status,
      body: isJson ? JSON.parse(text) : { text },
      location: answer.headers.get('location'),
    };
  } catch {
    if (statistics) statistics.unanswered += 1;
    return undefined;
  } finally {
    if (statistics) statistics.slowestMs = Math.max(statistics.slowestMs, performance.now() - begun);
  }
}

/** Sends it until there is an answer below 500, each time where `address` says; throws LoadStopped. */
export async function sendUntilAnswered(
  address: () => string,
  request: () => Request,
  control: LoadControl,
  statistics: RequestStatistics,
): Promise<Answered> {
  for (;;) {
    const answer = await send(address(), request(), statistics);
    if (answer && answer.status < 500) return answer;
    if (control.isStopped()) throw new LoadStopped();
    await sleep(retryPauseMs);
  }
}
