/** What the card sandbox shows is what the official client's types describe: held by the compiler, not at run time. */
import type Stripe from 'stripe';
import { expectTypeOf, test } from 'vitest';
import type { presentAccount } from '../../sandbox/account.ts';
import type { nextActionOf } from '../../sandbox/authentications.ts';
import type { presentBalanceTransaction } from '../../sandbox/balance-transactions.ts';
import type { presentCharge } from '../../sandbox/charges.ts';
import type { presentDispute } from '../../sandbox/disputes.ts';
import type { Moment } from '../../sandbox/endpoint.ts';
import { type presentEvent, recordEvent } from '../../sandbox/events.ts';
import type { presentPaymentIntent } from '../../sandbox/payment-intents.ts';
import type { presentPaymentMethod } from '../../sandbox/payment-methods.ts';
import type { presentRefund } from '../../sandbox/refunds.ts';
import type { presentWebhookEndpoint } from '../../sandbox/webhook-endpoints.ts';

test('every object has the official type', () => {
  expectTypeOf<ReturnType<typeof presentPaymentIntent>>().toEqualTypeOf<Stripe.PaymentIntent>();
  expectTypeOf<ReturnType<typeof nextActionOf>>().toEqualTypeOf<Stripe.PaymentIntent.NextAction>();
  expectTypeOf<ReturnType<typeof presentPaymentMethod>>().toEqualTypeOf<Stripe.PaymentMethod>();
  expectTypeOf<ReturnType<typeof presentCharge>>().toEqualTypeOf<Stripe.Charge>();
  expectTypeOf<ReturnType<typeof presentAccount>>().toEqualTypeOf<Stripe.Account>();
  expectTypeOf<ReturnType<typeof presentBalanceTransaction>>().toEqualTypeOf<Stripe.BalanceTransaction>();
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
