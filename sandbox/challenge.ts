/** The challenge: a page on which the card's holder passes or fails the authentication, and what follows from it. */

import {
  type AuthenticationRow,
  baseOf,
  findAuthentication,
  getAuthentication,
  saveAuthenticationStatus,
} from './authentications.ts';
import { chargeIntent } from './charging.ts';
import type { Moment } from './endpoint.ts';
import { recordEvent } from './events.ts';
import { after } from './payment-intent-moves.ts';
import {
  findPaymentIntent,
  type PaymentIntentRow,
  presentPaymentIntent,
  savePaymentIntent,
} from './payment-intents.ts';
import { getPaymentMethod } from './payment-methods.ts';
import type { Ledger } from './store.ts';

export type Challenge = {
  authentication: AuthenticationRow;
  intent: PaymentIntentRow;
  /** False once it was answered, or overtaken: paid with another card, another amount, cancelled. */
  isOpen: boolean;
};

/** Undefined for an id that nobody was given. */
export function challengeOf(ledger: Ledger, id: string): Challenge | undefined {
  const authentication = findAuthentication(ledger, id);
  const intent = authentication && findPaymentIntent(ledger, authentication.payment_intent);
  if (!intent) return undefined;
  const isOpen = intent.status === 'requires_action' && intent.authentication === authentication.id;
  return { authentication, intent, isOpen };
}

/**
 * Answers the challenge: passed, the card is charged; failed, the intent waits for another card. An answer to a challenge
 * that is no longer open, such as a second click, changes nothing. Must run inside the ledger's transaction.
 */
export function answerChallenge(moment: Moment, id: string, isPassed: boolean): Challenge | undefined {
  const { ledger } = moment;
  const challenge = challengeOf(ledger, id);
  if (!challenge?.isOpen) return challenge;
  const { authentication, intent } = challenge;

  saveAuthenticationStatus(ledger, authentication, isPassed ? 'succeeded' : 'failed');
  if (isPassed)
    chargeIntent(moment, intent, getPaymentMethod(ledger, authentication.payment_method), {
      authentication: authentication.id,
      base: baseOf(authentication),
    });
  else {
    intent.status = after(intent.status, 'fail') ?? intent.status;
    intent.payment_method = null;
    savePaymentIntent(ledger, intent);
    recordEvent(moment, 'payment_intent.payment_failed', presentPaymentIntent(ledger, intent));
  }
  return { authentication: getAuthentication(ledger, id), intent, isOpen: false };
}

/** The address to return to, with what came of it, as at Stripe; undefined when none was given. */
export function returnAddress({ authentication, intent }: Challenge): string | undefined {
  if (authentication.return_url === null) return undefined;
  const address = new URL(authentication.return_url);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret);
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return address.href;
}
