/** What the endpoints of one payment intent share: finding it, checking a transition, and presenting it. */

import { timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import { getCharge, presentCharge } from '../charges/charge.ts';
import type { EndpointCall } from '../http/endpoint.ts';
import { invalidRequest, missingParameter, noSuch, unexpectedState } from '../http/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getPaymentMethod, presentPaymentMethod } from '../payment-methods/payment-method.ts';
import {
  findPaymentIntent,
  type PaymentIntentRow,
  presentPaymentIntent,
  presentTo,
} from './payment-intent.ts';
import { type Action, after, type Move, makeRefusal, type Status } from './transitions.ts';

export const EXPANDABLE = ['latest_charge', 'payment_method'] as const;
export type Expansion = (typeof EXPANDABLE)[number];

/** The intent in the path. A browser must send its client secret. */
export function findRequestedIntent(
  { ledger, caller, id }: EndpointCall,
  clientSecret?: string,
): PaymentIntentRow {
  const intent = findPaymentIntent(ledger, id);
  if (!intent) throw noSuch('payment_intent', id, 'intent', 404);
  if (caller === 'browser' && clientSecret === undefined) throw missingParameter('client_secret');
  if (clientSecret !== undefined && !isSame(clientSecret, intent.client_secret))
    throw invalidRequest({
      code: 'payment_intent_invalid_parameter',
      message:
        'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      param: 'client_secret',
    });
  return intent;
}

/** The state that `move` leads to; throws Stripe's error for `action` when the state does not allow it. */
export function moveOrRefuse(
  call: EndpointCall,
  intent: PaymentIntentRow,
  move: Move,
  action: Action,
): Status {
  const next = after(intent.status, move);
  if (next) return next;
  const { message, param } = makeRefusal(action, intent.status);
  throw unexpectedState(message, show(call, intent), param);
}

/** The intent as this caller may see it, with the requested expansions. */
export function show(
  { ledger, caller }: EndpointCall,
  intent: PaymentIntentRow,
  expand: ReadonlySet<Expansion> = new Set(),
) {
  return presentTo(caller, expanded(ledger, intent, expand));
}

function expanded(
  ledger: Ledger,
  row: PaymentIntentRow,
  expand: ReadonlySet<Expansion>,
): Stripe.PaymentIntent {
  const intent = presentPaymentIntent(ledger, row);
  if (expand.has('latest_charge') && row.latest_charge)
    intent.latest_charge = presentCharge(ledger, getCharge(ledger, row.latest_charge));
  if (expand.has('payment_method') && row.payment_method)
    intent.payment_method = presentPaymentMethod(getPaymentMethod(ledger, row.payment_method));
  return intent;
}

function isSame(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}
