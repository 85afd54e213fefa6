/** Ids and secrets in the provider's shape. */

import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id such as pi_ and 24 letters and digits that nobody can guess. */
export function newId(prefix: 'pi' | 'ch' | 'pm' | 're' | 'payatt' | 'evt' | 'we' | 'du' | 'txn'): string {
  return `${prefix}_${randomText(24)}`;
}

export function newAccountId(): string {
  return `acct_${randomText(16)}`;
}

export function newRequestId(): string {
  return `req_${randomText(14)}`;
}

/** What lets a browser that holds it pay this one intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** Key of the signatures of one webhook endpoint. */
export function newWebhookSecret(): string {
  return `whsec_${randomText(32)}`;
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
