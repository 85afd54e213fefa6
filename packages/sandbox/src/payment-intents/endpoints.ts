/** The endpoints that create, read, update and cancel payment intents. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { findDecline, getCharge, presentCharge } from '../charges/charge.ts';
import { chargeIntent } from '../charges/charge-intent.ts';
import { recordEvent } from '../events/event.ts';
import { type Answer, type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import {
  type ApiError,
  invalidRequest,
  missingParameter,
  requireFound,
  unexpectedState,
} from '../http/errors.ts';
import { listPage, pageParameters } from '../http/pagination.ts';
import {
  boolean,
  choiceParameter,
  expansions,
  integer,
  list,
  mergedMetadata,
  metadata,
  text,
  unsettableEmail,
  unsettableText,
  webAddress,
} from '../http/parameters.ts';
import { isSame, type Ledger, seconds } from '../ledger/ledger.ts';
import { type Card, findBehaviour, readCard, readyMadeCard } from '../payment-methods/card.ts';
import {
  addPaymentMethod,
  type PaymentMethodRow,
  paymentMethodParameters,
} from '../payment-methods/payment-method.ts';
import { addAuthentication } from '../three-d-secure/authentication.ts';
import {
  addPaymentIntent,
  findPaymentIntent,
  type PaymentIntentRow,
  presentPaymentIntent,
  presentTo,
  savePaymentIntent,
} from './payment-intent.ts';
import { type Action, after, type Move, REFUSALS, type Status } from './transitions.ts';

const EXPANDABLE = ['latest_charge'] as const;
type Expansion = (typeof EXPANDABLE)[number];

/** Stripe's bounds for one charge in US dollars: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minAmountCents = 50;
const maxAmountCents = 99_999_999;

/** Parameters of both creation and update. */
const describing = {
  description: unsettableText(1_000).optional(),
  receipt_email: unsettableEmail().optional(),
  metadata: metadata(),
  expand: expansions(EXPANDABLE),
};

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/v1/payment_intents',
  parameters: z.strictObject({
    amount: integer({ min: 1 }),
    currency: text(),
    automatic_payment_methods: z
      .strictObject({
        enabled: boolean(),
        allow_redirects: choiceParameter(['always', 'never']).default('always'),
      })
      .optional(),
    allowed_payment_method_types: list(text()).optional(),
    payment_method_types: list(text()).optional(),
    ...describing,
  }),
  answer: (call, input) => {
    checkAmount(input.amount);
    checkCurrency(input.currency);
    const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = input;
    if (input.payment_method_types) throw invalidRequest(NO_LONGER_SUPPORTED);
    if (allowed) checkAllowedTypes(allowed, automatic !== undefined);
    const isAutomatic = !allowed && automatic?.enabled !== false;

    const intent = addPaymentIntent(call, {
      amount: input.amount,
      currency: input.currency.toLowerCase(),
      description: input.description ?? null,
      receipt_email: input.receipt_email ?? null,
      metadata: mergedMetadata('{}', input.metadata),
      allow_redirects: isAutomatic ? (automatic?.allow_redirects ?? 'always') : null,
      allowed_types: allowed ? JSON.stringify(allowed) : null,
    });
    recordEvent(call, 'payment_intent.created', presentPaymentIntent(call.ledger, intent));
    return ok(show(call, intent, input.expand));
  },
});

export const retrievePaymentIntent = endpoint({
  method: 'GET',
  path: '/v1/payment_intents/:id',
  callers: ['server', 'browser'],
  parameters: z.strictObject({ client_secret: text().optional(), expand: expansions(EXPANDABLE) }),
  answer: (call, input) => ok(show(call, findRequestedIntent(call, input.client_secret), input.expand)),
});

export const listPaymentIntents = endpoint({
  method: 'GET',
  path: '/v1/payment_intents',
  parameters: z.strictObject(pageParameters),
  answer: (call, input) =>
    ok(listPage(call.ledger, 'payment_intent', input, (row: PaymentIntentRow) => show(call, row))),
});

export const updatePaymentIntent = endpoint({
  method: 'POST',
  path: '/v1/payment_intents/:id',
  parameters: z.strictObject({ amount: integer({ min: 1 }).optional(), ...describing }),
  answer: (call, input) => {
    const intent = findRequestedIntent(call);
    if (input.amount !== undefined) {
      checkAmount(input.amount);
      if (intent.status === 'requires_action') intent.payment_method = null;
      intent.status = moveOrRefuse(call, intent, 'reprice', 'reprice');
      intent.amount = input.amount;
    }
    if (input.description !== undefined) intent.description = input.description;
    if (input.receipt_email !== undefined) intent.receipt_email = input.receipt_email;
    intent.metadata = mergedMetadata(intent.metadata, input.metadata);
    savePaymentIntent(call.ledger, intent);
    return ok(show(call, intent, input.expand));
  },
});

export const cancelPaymentIntent = endpoint({
  method: 'POST',
  path: '/v1/payment_intents/:id/cancel',
  parameters: z.strictObject({
    cancellation_reason: choiceParameter([
      'duplicate',
      'fraudulent',
      'requested_by_customer',
      'abandoned',
    ]).optional(),
    expand: expansions(EXPANDABLE),
  }),
  answer: (call, input) => {
    const intent = findRequestedIntent(call);
    intent.status = moveOrRefuse(call, intent, 'cancel', 'cancel');
    intent.cancellation_reason = input.cancellation_reason ?? null;
    intent.canceled_at = seconds(call.now);
    savePaymentIntent(call.ledger, intent);
    recordEvent(call, 'payment_intent.canceled', presentPaymentIntent(call.ledger, intent));
    return ok(show(call, intent, input.expand));
  },
});

function checkAmount(amount: number): void {
  if (amount < minAmountCents)
    throw invalidRequest({
      code: 'amount_too_small',
      message: 'Amount must be at least $0.50 usd',
      param: 'amount',
    });
  if (amount > maxAmountCents)
    throw invalidRequest({
      code: 'amount_too_large',
      message: 'Amount must be no more than $999,999.99',
      param: 'amount',
    });
}

function checkCurrency(currency: string): void {
  if (currency.toLowerCase() === 'usd') return;
  throw invalidRequest({
    message: `Invalid currency: ${currency.slice(0, 20).toLowerCase()}. Stripe currently supports these currencies: usd`,
    param: 'currency',
  });
}

/** Unsuitable types are ignored, as at Stripe; but the sandbox has cards only, so that cards must be allowed. */
function checkAllowedTypes(allowed: readonly string[], isAutomaticGiven: boolean): void {
  if (isAutomaticGiven)
    throw invalidRequest({
      code: 'parameters_exclusive',
      message:
        'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
    });
  if (!allowed.includes('card'))
    throw invalidRequest({
      code: 'payment_intent_invalid_parameter',
      message: 'None of the allowed payment method types can be used for this PaymentIntent.',
      param: 'allowed_payment_method_types',
    });
}

/** Since 2026-09-30: https://docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents */
const NO_LONGER_SUPPORTED = {
  code: 'payment_method_types_no_longer_supported',
  message:
    'The payment_method_types parameter is no longer supported on this API version. Use allowed_payment_method_types or automatic_payment_methods instead.',
  param: 'payment_method_types',
};

const confirmParameters = z.strictObject({
  client_secret: text().optional(),
  payment_method: text().optional(),
  payment_method_data: paymentMethodParameters.optional(),
  receipt_email: unsettableEmail().optional(),
  // Where the buyer returns after 3-D Secure; without effect for other cards.
  return_url: webAddress().optional(),
  expand: expansions(EXPANDABLE),
});

export const confirmPaymentIntent = endpoint({
  method: 'POST',
  path: '/v1/payment_intents/:id/confirm',
  callers: ['server', 'browser'],
  parameters: confirmParameters,
  answer: (call, input) => {
    const { ledger } = call;
    const intent = findRequestedIntent(call, input.client_secret);
    // Before the card is validated: for a paid intent that is the error, not a typing error in a second card.
    moveOrRefuse(call, intent, 'approve', 'confirm');

    const card = findCard(call, input);
    const paymentMethod = addPaymentMethod(call, card, input.payment_method_data?.billing_details);
    if (input.receipt_email !== undefined) intent.receipt_email = input.receipt_email;
    if (findBehaviour(card.test_card).needsAuthentication) {
      challenge(call, intent, paymentMethod, input.return_url);
      return ok(show(call, intent, input.expand));
    }
    const charge = chargeIntent(call, intent, paymentMethod, null);

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
  const { ledger } = call;
  const newAuthentication = {
    payment_intent: intent.id,
    payment_method: card.id,
    return_url: returnUrl ?? null,
    base: makeBaseUrl(call, returnUrl),
  };
  intent.authentication = addAuthentication(call, newAuthentication).id;
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

function findCard({ ledger, now }: EndpointCall, input: z.infer<typeof confirmParameters>): Card {
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

/** The intent in the path. A browser must send its client secret. */
function findRequestedIntent({ ledger, caller, id }: EndpointCall, clientSecret?: string): PaymentIntentRow {
  const intent = requireFound(findPaymentIntent(ledger, id), 'payment_intent', id, 'intent', 404);
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
function moveOrRefuse(call: EndpointCall, intent: PaymentIntentRow, move: Move, action: Action): Status {
  const next = after(intent.status, move);
  if (next) return next;
  const { message, param } = REFUSALS[action](intent.status);
  throw unexpectedState(message, show(call, intent), param);
}

/** The intent as this caller may see it, with the requested expansions. */
function show(
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
  return intent;
}
