/** Stripe's events: whether one is genuine, and what it is about. */
import Stripe from 'stripe';
import type { EventSubject, ProviderEvent } from '#domain/provider-events.ts';
import { idOf, timeOf } from '#payments/stripe-objects.ts';

/** What the shop acts on, and asks Stripe to be told of. */
export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** Seconds that a signature may be old. Source: Stripe, 'Resolve webhook signature verification errors'. */
const tolerance = 300;

/** The event of a webhook's exact bytes, if one of the secrets (several while they are being changed) has signed it. */
export function readSigned(
  webhook: { body: Buffer; signature: string; at: Date },
  secrets: readonly string[],
): ProviderEvent | undefined {
  for (const secret of secrets) {
    const event = verified(webhook, secret);
    if (event) return presentEvent(event);
  }
  return undefined;
}

export function presentEvent(event: Stripe.Event): ProviderEvent {
  return { id: event.id, type: event.type, at: timeOf(event.created), subject: subjectOf(event) };
}

function subjectOf(event: Stripe.Event): EventSubject | undefined {
  const { object } = event.data as { object: { object?: string } };
  if (object.object === 'payment_intent') {
    const { id, metadata } = object as Stripe.PaymentIntent;
    return { about: 'payment', id, paymentId: id, orderId: metadata.orderId };
  }
  if (object.object === 'charge') {
    const { payment_intent, metadata } = object as Stripe.Charge;
    const id = idOf(payment_intent);
    return id === undefined ? undefined : { about: 'payment', id, paymentId: id, orderId: metadata.orderId };
  }
  if (object.object !== 'refund' && object.object !== 'dispute') return undefined;
  const { id, payment_intent } = object as Stripe.Refund | Stripe.Dispute;
  const paymentId = idOf(payment_intent);
  if (paymentId === undefined) return undefined;
  return { about: object.object, id, paymentId, orderId: undefined };
}

function verified(
  { body, signature, at }: { body: Buffer; signature: string; at: Date },
  secret: string,
): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, at.getTime());
  } catch {
    return undefined; // whatever is wrong with what anybody may send: it is not genuine
  }
}
