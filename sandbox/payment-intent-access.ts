/** What the calls on one payment intent share: finding it, asking whether a move is allowed, and showing it. */

import { timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import { getCharge, presentCharge } from './charges.ts';
import type { Call } from './endpoint.ts';
import { invalidRequest, missingParameter, noSuch, unexpectedState } from './errors.ts';
import { type Action, after, type Move, refusalOf, type Status } from './payment-intent-moves.ts';
import {
  findPaymentIntent,
  type PaymentIntentRow,
  presentPaymentIntent,
  presentTo,
} from './payment-intents.ts';
import { getPaymentMethod, presentPaymentMethod } from './payment-methods.ts';
import type { Ledger } from './store.ts';

export const EXPANDABLE = ['latest_charge', 'payment_method'] as const;
export type Expansion = (typeof EXPANDABLE)[number];

/** The intent in the path. A browser must prove by the client secret that it is the one to pay. */
export function intentOfCall({ ledger, caller, id }: Call, clientSecret?: string): PaymentIntentRow {
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

/** The state that `move` leads to; throws what the provider says to `action` when the state does not allow it. */
export function moveOrRefuse(call: Call, intent: PaymentIntentRow, move: Move, action: Action): Status {
  const next = after(intent.status, move);
  if (next) return next;
  const { message, param } = refusalOf(action, intent.status);
  throw unexpectedState(message, show(call, intent), param);
}

/** The intent as this caller may see it, with the wanted ids replaced by their objects. */
export function show(
  { ledger, caller }: Call,
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
