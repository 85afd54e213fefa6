/** Stripe's events: whether one is genuine, and what it is about. */
import Stripe from 'stripe';
import { z } from 'zod';
import type { EventSubject, ProviderEvent } from '#domain/payments/provider-events.ts';
import type { EventRefused } from '#payments/gateway.ts';
import { readId, toDate } from '#payments/stripe-objects.ts';

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

/** Seconds that a signature may lie in the future, for clocks that differ; Stripe's library accepts any time there. */
const futureTolerance = 60;

/** The event of a webhook's exact bytes, if one of the secrets (several while they are being changed) has signed it. */
export function readSigned(
  webhook: { body: Buffer; signature: string; at: Date },
  secrets: readonly string[],
): ProviderEvent | EventRefused {
  if (!secrets.some((secret) => isSigned(webhook, secret))) return { refused: 'event-not-genuine' };
  try {
    const event = readEvent(JSON.parse(webhook.body.toString()), webhook.at);
    if (event) return event;
  } catch {
    // no JSON
  }
  return { refused: 'event-malformed' };
}

/** An event in the shop's words; one of another interface of Stripe's is no concern of the shop. Undefined when it is malformed. */
export function readEvent(event: unknown, receivedAt = new Date()): ProviderEvent | undefined {
  const head = headSchema.safeParse(event).data;
  if (!head) return undefined;
  const { id, type } = head;
  if (head.object !== undefined && head.object !== 'event') {
    return { id, type, at: receivedAt, subject: undefined };
  }
  const read = eventSchema.safeParse(event).data;
  const subject = read && readSubject(read.data.object);
  if (!read || subject === 'malformed') return undefined;
  return { id, type, at: toDate(read.created), subject };
}

/** Ids and types are kept as text and as JSON, which not every character survives. */
const identifier = z.string().regex(/^[\x21-\x7e]{1,255}$/);

const headSchema = z.object({ id: identifier, type: identifier, object: z.unknown().optional() });

const eventSchema = z.object({
  created: z.int().min(0).max(253_402_300_799), // seconds, up to the year 9999
  data: z.object({ object: z.looseObject({ object: z.string() }) }),
});

const subjectSchema = z.object({
  object: z.enum(['payment_intent', 'charge', 'refund', 'dispute']),
  id: identifier,
  payment_intent: z.union([identifier, z.object({ id: identifier })]).nullish(),
  metadata: z.unknown().optional(),
});

function readSubject(object: { object: string }): EventSubject | undefined | 'malformed' {
  const kinds: readonly string[] = subjectSchema.shape.object.options;
  if (!kinds.includes(object.object)) return undefined;
  const subject = subjectSchema.safeParse(object).data;
  if (!subject) return 'malformed';
  const { object: kind, id, metadata } = subject;
  const paymentId = kind === 'payment_intent' ? id : readId(subject.payment_intent);
  if (paymentId === undefined) return undefined;
  if (kind === 'refund' || kind === 'dispute') return { about: kind, id, paymentId, orderId: undefined };
  return { about: 'payment', id: paymentId, paymentId, orderId: readOrderId(metadata) };
}

/** Metadata is whatever somebody wrote at the provider, if anything. */
function readOrderId(metadata: unknown): string | undefined {
  return z.object({ orderId: z.guid() }).safeParse(metadata).data?.orderId;
}

function isSigned(
  { body, signature, at }: { body: Buffer; signature: string; at: Date },
  secret: string,
): boolean {
  const verifier = Stripe.webhooks.signature;
  if (!verifier) throw new Error('The provider’s client cannot verify signatures');
  if (signedAt(signature) > at.getTime() / 1000 + futureTolerance) return false;
  try {
    return verifier.verifyHeader(body, signature, secret, tolerance, undefined, at.getTime());
  } catch {
    return false; // whatever is wrong with what anybody may send: it is not genuine
  }
}

/** In seconds, read as Stripe's library reads it: of several times the last, and whatever follows its digits. */
function signedAt(signature: string): number {
  const time = signature.split(',').findLast((item) => item.startsWith('t='));
  return Number.parseInt(time?.slice('t='.length) ?? '', 10);
}
