/** The card sandbox's objects have the official client's types: checked by the compiler, not at run time. */
import type Stripe from 'stripe';
import { expectTypeOf, test } from 'vitest';
import type { presentCharge } from '../src/charges/charge.ts';
import type { presentDispute } from '../src/disputes/dispute.ts';
import type { presentAccount } from '../src/endpoints.ts';
import { type presentEvent, recordEvent } from '../src/events/event.ts';
import type { Moment } from '../src/http/endpoint.ts';
import type { presentPaymentIntent } from '../src/payment-intents/payment-intent.ts';
import type { presentPaymentMethod } from '../src/payment-methods/payment-method.ts';
import type { presentRefund } from '../src/refunds/refund.ts';
import type { makeNextAction } from '../src/three-d-secure/authentication.ts';
import type { presentWebhookEndpoint } from '../src/webhooks/webhook-endpoint.ts';

test('every object has the official type', () => {
  expectTypeOf<ReturnType<typeof presentPaymentIntent>>().toEqualTypeOf<Stripe.PaymentIntent>();
  expectTypeOf<ReturnType<typeof makeNextAction>>().toEqualTypeOf<Stripe.PaymentIntent.NextAction>();
  expectTypeOf<ReturnType<typeof presentPaymentMethod>>().toEqualTypeOf<Stripe.PaymentMethod>();
  expectTypeOf<ReturnType<typeof presentCharge>>().toEqualTypeOf<Stripe.Charge>();
  expectTypeOf<ReturnType<typeof presentAccount>>().toEqualTypeOf<Stripe.Account>();
  expectTypeOf<ReturnType<typeof presentRefund>>().toEqualTypeOf<Stripe.Refund>();
  expectTypeOf<ReturnType<typeof presentDispute>>().toEqualTypeOf<Stripe.Dispute>();
  expectTypeOf<ReturnType<typeof presentEvent>>().toEqualTypeOf<Stripe.Event>();
  expectTypeOf<ReturnType<typeof presentWebhookEndpoint>>().toEqualTypeOf<Stripe.WebhookEndpoint>();
});

test('an event carries the object of its type and no other', () => {
  const record = (moment: Moment, refund: Stripe.Refund, charge: Stripe.Charge) => {
    recordEvent(moment, 'refund.created', refund);
    recordEvent(moment, 'charge.refunded', charge);
    // @ts-expect-error: a charge is no refund
    recordEvent(moment, 'refund.created', charge);
    // @ts-expect-error: nor a refund a charge
    recordEvent(moment, 'charge.refunded', refund);
    // @ts-expect-error: the provider knows no such event
    recordEvent(moment, 'refund.forgotten', refund);
  };
  expectTypeOf(record).toBeFunction();
});
