/** Idempotency keys: a repeated request gets the first answer instead of being executed again. */
import { createHmac } from 'node:crypto';
import { type Ledger, seconds } from '../ledger/ledger.ts';
import type { Answer, Caller } from './endpoint.ts';
import { idempotencyError, invalidRequest } from './errors.ts';
import type { FormTree } from './form.ts';

const maxKeyLength = 255;
/** Keys are deleted after a day, as at Stripe (https://docs.stripe.com/api/idempotent_requests). */
const keyLifetimeSeconds = 24 * 60 * 60;

export type KeyedRequest = {
  key: string;
  caller: Caller;
  /** The path, ids included: a key is valid for the endpoint it was first used at. */
  path: string;
  parameters: FormTree;
  now: Date;
};

type Kept = { endpoint: string; parameters_hash: string; status: number; body: string };

/**
 * Runs `work`, or replays the answer that is stored for the key. Must run inside the ledger's transaction: the answer is
 * stored together with the changes, and simultaneous repeats wait. A thrown ApiError stores nothing, as at Stripe, where
 * only requests that pass validation use up a key.
 */
export function answerOnce(
  ledger: Ledger,
  request: KeyedRequest,
  work: () => Answer,
): Answer & { isReplayed: boolean } {
  const { key, caller, path } = request;
  if (key.length > maxKeyLength)
    throw invalidRequest({ message: `Idempotency keys can have up to ${maxKeyLength} characters.` });

  const { sql } = ledger;
  const now = seconds(request.now);
  sql.run`delete from idempotency_keys where created < ${now - keyLifetimeSeconds}`;

  const hash = computeHash(ledger, request.parameters);
  const kept = sql.get`
    select endpoint, parameters_hash, status, body from idempotency_keys
    where caller = ${caller} and key = ${key}` as Kept | undefined;
  if (kept) {
    if (kept.endpoint !== path) throw idempotencyError(otherEndpoint(key, path, kept.endpoint));
    if (kept.parameters_hash !== hash) throw idempotencyError(otherParameters(key));
    return { status: kept.status, body: JSON.parse(kept.body), isReplayed: true };
  }

  const answer = work();
  sql.run`
    insert into idempotency_keys (caller, key, endpoint, parameters_hash, status, body, created)
    values (${caller}, ${key}, ${path}, ${hash}, ${answer.status}, ${JSON.stringify(answer.body)}, ${now})`;
  return { ...answer, isReplayed: false };
}

/**
 * Compares parameters without storing them. The hash is keyed, because parameters may contain a card number, and an
 * unkeyed hash of one can be reversed by trying all numbers.
 */
function computeHash(ledger: Ledger, parameters: FormTree): string {
  return createHmac('sha256', ledger.hashKey)
    .update(`parameters:${canonical(parameters)}`)
    .digest('hex');
}

function canonical(value: string | FormTree): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}

function otherEndpoint(key: string, path: string, firstPath: string): string {
  return `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${firstPath}'). Try using a key other than '${key}' if you meant to execute a different request.`;
}

function otherParameters(key: string): string {
  return `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
}
