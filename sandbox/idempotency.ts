/** Makes a repeated request answer what the first one answered, instead of doing its work again. */

import { createHmac } from 'node:crypto';
import { type Answer, type Caller, seconds } from './endpoint.ts';
import { idempotencyError, invalidRequest } from './errors.ts';
import type { FormTree } from './form.ts';
import type { Ledger } from './store.ts';

const LONGEST_KEY = 255;
/** Seconds after which a key may be forgotten: a day, as at Stripe (https://docs.stripe.com/api/idempotent_requests). */
const LIFE_OF_KEY = 24 * 60 * 60;

export type KeyedRequest = {
  key: string;
  caller: Caller;
  /** The path, ids included: a key belongs to the one call it was first used for. */
  path: string;
  parameters: FormTree;
  now: Date;
};

type Kept = { endpoint: string; parameters_hash: string; status: number; body: string };

/**
 * Answers `request` by `work`, or by what was kept when its key was used before. Must run inside the ledger's
 * transaction: the answer is kept together with what the work did, and repeats at the same moment wait for it.
 * A refusal that is thrown is not kept, as with Stripe, whose keys are claimed only by requests that pass validation.
 */
export function answerOnce(
  ledger: Ledger,
  request: KeyedRequest,
  work: () => Answer,
): Answer & { isReplayed: boolean } {
  const { key, caller, path } = request;
  if (key.length > LONGEST_KEY)
    throw invalidRequest({ message: `Idempotency keys can have up to ${LONGEST_KEY} characters.` });

  const { sql } = ledger;
  const now = seconds(request.now);
  sql.run`delete from idempotency_keys where created < ${now - LIFE_OF_KEY}`;

  const hash = hashOf(ledger, request.parameters);
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
 * Tells two requests' parameters apart without keeping them. Keyed, because parameters may hold a card number, and the
 * few numbers there are could be tried one after the other against a bare hash.
 */
function hashOf(ledger: Ledger, parameters: FormTree): string {
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
