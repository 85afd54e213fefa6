/** Authenticates a request by its API key: the shop's server or a browser. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller } from './endpoint.ts';
import { ApiError, invalidRequest } from './errors.ts';

export type Keys = { secretKey: string; publishableKey: string };

/**
 * The caller behind `authorization` (Bearer, or Basic with the key as the user) or behind the parameter `key`, which
 * browsers send. Throws 401 for no key or an unknown one.
 */
export function authenticate(keys: Keys, authorization: string | undefined, keyParameter: unknown): Caller {
  const key = readKey(authorization) ?? (typeof keyParameter === 'string' ? keyParameter : undefined);
  if (!key) throw new ApiError(401, { type: 'invalid_request_error', message: NO_KEY });
  if (isSame(key, keys.secretKey)) return 'server';
  if (isSame(key, keys.publishableKey)) return 'browser';
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${maskKey(key)}`,
  });
}

/** Throws when this caller may not use the endpoint. */
export function authorize(caller: Caller, callers: readonly Caller[]): void {
  if (callers.includes(caller)) return;
  throw invalidRequest({ code: 'secret_key_required', message: SECRET_KEY_REQUIRED }, 401);
}

function readKey(authorization: string | undefined): string | undefined {
  const [scheme, credentials = ''] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return credentials;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(credentials, 'base64').toString().split(':')[0];
  return undefined;
}

/** Compares hashes in constant time, so that the duration reveals nothing about the key. */
function isSame(given: string, known: string): boolean {
  const [a, b] = [given, known].map((key) => createHash('sha256').update(key).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** The key with its middle masked, as much as its owner needs to recognize it. */
function maskKey(key: string): string {
  const prefix = /^[sp]k_(test|live)_/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  return (
    prefix + '*'.repeat(Math.max(4, Math.min(rest.length - 4, 40))) + (rest.length > 8 ? rest.slice(-4) : '')
  );
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";

const SECRET_KEY_REQUIRED =
  'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';
