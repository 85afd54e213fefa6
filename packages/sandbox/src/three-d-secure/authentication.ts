/** Authentications (3-D Secure): the cardholder proves their identity before the card is charged. */
import type Stripe from 'stripe';
import type { Moment } from '../http/endpoint.ts';
import { type ErrorObject, withDocumentation } from '../http/errors.ts';
import { type Ledger, makeTable, newId } from '../ledger/ledger.ts';
import { getPaymentMethod, presentPaymentMethod } from '../payment-methods/payment-method.ts';

export type AuthenticationRow = {
  /** Unguessable: whoever has it is the buyer who was sent to the challenge. */
  id: string;
  payment_intent: string;
  payment_method: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** The URL of the challenge. */
  url: string;
  /** Where the buyer returns; null when the client opens the challenge and polls the intent. */
  return_url: string | null;
  created: number;
};

type NewAuthentication = Pick<AuthenticationRow, 'payment_intent' | 'payment_method' | 'return_url'> & {
  /** The base URL at which browsers reach the sandbox. */
  base: string;
};

const authentications = makeTable<AuthenticationRow>('authentications', 'authentication', 'payatt');
export const { find: findAuthentication, get: getAuthentication, save: saveAuthentication } = authentications;

export function addAuthentication(moment: Moment, { base, ...given }: NewAuthentication): AuthenticationRow {
  const id = newId('payatt');
  const url = `${base}${CHALLENGE_PATH.replace(':id', id)}`;
  return authentications.add(moment, { ...given, id, status: 'pending', url });
}

export const CHALLENGE_PATH = '/3d_secure/:id';

/**
 * What the client does next: redirect the buyer. Without a `return_url` the client opens the challenge itself, as at
 * Stripe: https://docs.stripe.com/payments/3d-secure/authentication-flow
 */
export function makeNextAction({ url, return_url }: AuthenticationRow): Stripe.PaymentIntent.NextAction {
  if (return_url !== null) return { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } };
}

/** Stripe's error for a failed authentication. It names no charge, because none was attempted. */
export function findFailure(ledger: Ledger, row: AuthenticationRow): ErrorObject | undefined {
  if (row.status !== 'failed') return undefined;
  return withDocumentation({
    code: 'payment_intent_authentication_failure',
    message: FAILED,
    payment_method: presentPaymentMethod(getPaymentMethod(ledger, row.payment_method)),
    type: 'invalid_request_error' as const,
  });
}

const FAILED =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';
