/** POST /v1/payment_intents/:id/confirm: charges a card for an intent once, or requires 3-D Secure first. */

import { z } from 'zod';
import { findDecline } from '../charges/charge.ts';
import { chargeIntent } from '../charges/charge-intent.ts';
import { recordEvent } from '../events/event.ts';
import { type Answer, type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import { type ApiError, invalidRequest } from '../http/errors.ts';
import { expansions, text, unsettableEmail, webAddress } from '../http/parameters.ts';
import { type Card, readCard, readyMadeCard } from '../payment-methods/card.ts';
import {
  addPaymentMethod,
  type PaymentMethodRow,
  paymentMethodParameters,
} from '../payment-methods/payment-method.ts';
import { findBehaviour } from '../payment-methods/test-cards.ts';
import { addAuthentication } from '../three-d-secure/authentication.ts';
import { EXPANDABLE, findRequestedIntent, moveOrRefuse, show } from './access.ts';
import { type PaymentIntentRow, presentPaymentIntent, savePaymentIntent } from './payment-intent.ts';

const confirmParameters = z.strictObject({
  client_secret: text().optional(),
  payment_method: text().optional(),
  payment_method_data: paymentMethodParameters.optional(),
  receipt_email: unsettableEmail().optional(),
  // Where the buyer returns after 3-D Secure; without effect for other cards.
  return_url: webAddress().optional(),
  expand: expansions(EXPANDABLE),
});
type ConfirmInput = z.infer<typeof confirmParameters>;

export const confirmPaymentIntent = endpoint({
  method: 'POST',
  path: '/v1/payment_intents/:id/confirm',
  callers: ['server', 'browser'],
  parameters: confirmParameters,
  answer: (call, input) => {
    const { ledger, now } = call;
    const intent = findRequestedIntent(call, input.client_secret);
    // Before the card is validated: for a paid intent that is the error, not a typing error in a second card.
    moveOrRefuse(call, intent, 'approve', 'confirm');

    const card = findCard(call, input);
    const paymentMethod = addPaymentMethod(ledger, card, input.payment_method_data?.billing_details, now);
    if (input.receipt_email !== undefined) intent.receipt_email = input.receipt_email;
    if (findBehaviour(card.alias).needsAuthentication) {
      challenge(call, intent, paymentMethod, input.return_url);
      return ok(show(call, intent, input.expand));
    }
    const charge = chargeIntent(call, intent, paymentMethod, {
      authentication: null,
      base: makeBaseUrl(call, input.return_url),
    });

    const decline = findDecline(ledger, charge);
    const shown = show(call, intent, input.expand);
    return decline ? declined({ ...decline, payment_intent: shown }) : ok(shown);
  },
});

/** Replaces an authentication that another card may have begun. */
function challenge(
  call: EndpointCall,
  intent: PaymentIntentRow,
  card: PaymentMethodRow,
  returnUrl?: string,
): void {
  const { ledger, now } = call;
  const newAuthentication = {
    payment_intent: intent.id,
    payment_method: card.id,
    return_url: returnUrl ?? null,
    base: makeBaseUrl(call, returnUrl),
  };
  intent.authentication = addAuthentication(ledger, newAuthentication, now).id;
  intent.status = moveOrRefuse(call, intent, 'challenge', 'confirm');
  intent.payment_method = card.id;
  savePaymentIntent(ledger, intent);
  recordEvent(call, 'payment_intent.requires_action', presentPaymentIntent(ledger, intent));
}

/** Behind a reverse proxy the sandbox is below the origin of the `return_url`. */
function makeBaseUrl({ reachedAt: { origin, prefix } }: EndpointCall, returnUrl: string | undefined): string {
  if (!prefix) return origin;
  return returnUrl ? new URL(returnUrl).origin + prefix : origin;
}

/** Returned, not thrown: the attempt is stored, and a repeated request gets the same decline. */
function declined(error: ApiError['error']): Answer {
  return { status: 402, body: { error } };
}

function findCard({ ledger, now }: EndpointCall, input: ConfirmInput): Card {
  if (input.payment_method_data) return readCard(input.payment_method_data.card, ledger.hashKey, now);
  if (!input.payment_method)
    throw invalidRequest({ code: 'payment_intent_unexpected_state', message: MISSING_PAYMENT_METHOD });
  const card = readyMadeCard(input.payment_method, ledger.hashKey, now);
  if (card) return card;
  throw invalidRequest({
    code: 'resource_missing',
    message: `No such PaymentMethod: '${input.payment_method}'`,
    param: 'payment_method',
  });
}

const MISSING_PAYMENT_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
