/** The card sandbox's events have the official client's types: checked by the compiler, not at run time. */
import type Stripe from 'stripe';
import { expectTypeOf, test } from 'vitest';
import { recordEvent } from '../src/events/event.ts';
import type { Moment } from '../src/http/endpoint.ts';

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
