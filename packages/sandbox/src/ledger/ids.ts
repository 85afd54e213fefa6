/** Ids and secrets in Stripe's format. */

import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An unguessable id: the prefix and 24 letters and digits. */
export function newId(prefix: 'pi' | 'ch' | 'pm' | 're' | 'payatt' | 'evt' | 'we' | 'du' | 'txn'): string {
  return `${prefix}_${randomText(24)}`;
}

export function newAccountId(): string {
  return `acct_${randomText(16)}`;
}

export function newRequestId(): string {
  return `req_${randomText(14)}`;
}

/** A browser that has it may pay this intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** The key that signs the deliveries of a webhook endpoint. */
export function newWebhookSecret(): string {
  return `whsec_${randomText(32)}`;
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
