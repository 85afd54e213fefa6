/** The challenge: the cardholder passes or fails the authentication, and the intent follows. */

import { chargeIntent } from '../charges/charge-intent.ts';
import { recordEvent } from '../events/event.ts';
import type { Moment } from '../http/endpoint.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  findPaymentIntent,
  type PaymentIntentRow,
  presentPaymentIntent,
  savePaymentIntent,
} from '../payment-intents/payment-intent.ts';
import { after } from '../payment-intents/transitions.ts';
import { getPaymentMethod } from '../payment-methods/payment-method.ts';
import {
  type AuthenticationRow,
  findAuthentication,
  getAuthentication,
  makeBaseUrl,
  saveAuthenticationStatus,
} from './authentication.ts';

export type Challenge = {
  authentication: AuthenticationRow;
  intent: PaymentIntentRow;
  /** False once it was answered or replaced: by another card, another amount or a cancellation. */
  isOpen: boolean;
};

/** Undefined for an unknown id. */
export function findChallenge(ledger: Ledger, id: string): Challenge | undefined {
  const authentication = findAuthentication(ledger, id);
  const intent = authentication && findPaymentIntent(ledger, authentication.payment_intent);
  if (!intent) return undefined;
  const isOpen = intent.status === 'requires_action' && intent.authentication === authentication.id;
  return { authentication, intent, isOpen };
}

/**
 * Answers the challenge. Passed: the card is charged. Failed: the intent needs another card. An answer to a challenge that
 * is no longer open, such as a second click, changes nothing. Must run inside the ledger's transaction.
 */
export function answerChallenge(moment: Moment, id: string, isPassed: boolean): Challenge | undefined {
  const { ledger } = moment;
  const challenge = findChallenge(ledger, id);
  if (!challenge?.isOpen) return challenge;
  const { authentication, intent } = challenge;

  saveAuthenticationStatus(ledger, authentication, isPassed ? 'succeeded' : 'failed');
  if (isPassed)
    chargeIntent(moment, intent, getPaymentMethod(ledger, authentication.payment_method), {
      authentication: authentication.id,
      base: makeBaseUrl(authentication),
    });
  else {
    intent.status = after(intent.status, 'fail') ?? intent.status;
    intent.payment_method = null;
    savePaymentIntent(ledger, intent);
    recordEvent(moment, 'payment_intent.payment_failed', presentPaymentIntent(ledger, intent));
  }
  return { authentication: getAuthentication(ledger, id), intent, isOpen: false };
}

/** The `return_url` with the outcome in its query, as at Stripe; undefined when none was given. */
export function returnAddress({ authentication, intent }: Challenge): string | undefined {
  if (authentication.return_url === null) return undefined;
  const address = new URL(authentication.return_url);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret);
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return address.href;
}
