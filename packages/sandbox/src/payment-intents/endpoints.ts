/** The endpoints that create, read, update and cancel payment intents. */

import { z } from 'zod';
import { recordEvent } from '../events/event.ts';
import { endpoint, ok, seconds } from '../http/endpoint.ts';
import { invalidRequest } from '../http/errors.ts';
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
} from '../http/parameters.ts';
import { EXPANDABLE, findRequestedIntent, moveOrRefuse, show } from './access.ts';
import {
  addPaymentIntent,
  type PaymentIntentRow,
  presentPaymentIntent,
  savePaymentIntent,
} from './payment-intent.ts';

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
  callers: ['server'],
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

    const intent = addPaymentIntent(
      call.ledger,
      {
        amount: input.amount,
        currency: input.currency.toLowerCase(),
        description: input.description ?? null,
        receipt_email: input.receipt_email ?? null,
        metadata: mergedMetadata('{}', input.metadata),
        allow_redirects: isAutomatic ? (automatic?.allow_redirects ?? 'always') : null,
        allowed_types: allowed ? JSON.stringify(allowed) : null,
      },
      call.now,
    );
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
  callers: ['server'],
  parameters: z.strictObject({ ...pageParameters, expand: expansions(EXPANDABLE, 'data.') }),
  answer: (call, { expand, ...input }) => {
    const source = { url: '/v1/payment_intents', table: 'payment_intents', kind: 'payment_intent' } as const;
    return ok(listPage(call.ledger, input, source, (row: PaymentIntentRow) => show(call, row, expand)));
  },
});

export const updatePaymentIntent = endpoint({
  method: 'POST',
  path: '/v1/payment_intents/:id',
  callers: ['server'],
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
  callers: ['server'],
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
