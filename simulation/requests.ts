/** Sends HTTP requests of clients, and counts them. */

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** An object is sent as JSON, parameters as a form. */
  body?: object | URLSearchParams;
  headers?: Record<string, string>;
};

export type ShopResponse = { status: number; body: Record<string, unknown>; location: string | null };

/** Statistics of the requests of a run. */
export type RequestStatistics = {
  sent: number;
  /** Without an answer: broken connections and timeouts. */
  unanswered: number;
  /** Answered 5xx, so the result is unknown. */
  failed: number;
  /** The longest time until an answer or a broken connection since it was last set to 0. */
  slowestMs: number;
  /** The last failed request and its answer, or why there was none. */
  lastFailure: string | undefined;
  /** When its answer came, by `performance.now()`; 0 before the first. */
  lastFailureAt: number;
};

export function makeStatistics(): RequestStatistics {
  return { sent: 0, unanswered: 0, failed: 0, slowestMs: 0, lastFailure: undefined, lastFailureAt: 0 };
}

const requestTimeoutMs = 15_000;

/** Sends it once; undefined without a complete answer. */
export async function send(
  address: string,
  { method, path, body, headers = {} }: Request,
  statistics: RequestStatistics,
): Promise<ShopResponse | undefined> {
  const isForm = body instanceof URLSearchParams;
  const begun = performance.now();
  statistics.sent += 1;
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
    if (answer.status >= 500) {
      statistics.failed += 1;
      noteFailure(statistics, `${method} ${path}: ${answer.status} ${text}`);
    }
    return {
      status: answer.status,
      body: isJson ? JSON.parse(text) : { text },
      location: answer.headers.get('location'),
    };
  } catch (error) {
    statistics.unanswered += 1;
    noteFailure(statistics, `${method} ${path}: ${error} ${(error as Error).cause ?? ''}`);
    return undefined;
  } finally {
    statistics.slowestMs = Math.max(statistics.slowestMs, performance.now() - begun);
  }
}

function noteFailure(statistics: RequestStatistics, failure: string): void {
  statistics.lastFailure = failure;
  statistics.lastFailureAt = performance.now();
}
