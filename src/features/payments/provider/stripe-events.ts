/** Verifies and parses Stripe's events. */
import Stripe from 'stripe';
import { z } from 'zod';
import type { EventRefused } from '#payments/rules/gateway.ts';
import type { EventSubject, ProviderEvent } from '#payments/rules/payments.ts';
import { readId, toDate } from './stripe-objects.ts';

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

/** Maximum age of a signature. Source: Stripe, 'Resolve webhook signature verification errors'. */
const toleranceSeconds = 300;

/** For clocks that differ; Stripe's library accepts any time in the future. */
const futureToleranceSeconds = 60;

export function readSignedEvent(
  webhook: { body: Buffer; signature: string; at: Date },
  secrets: readonly string[],
): ProviderEvent | EventRefused {
  if (!secrets.some((secret) => isSigned(webhook, secret))) return { refused: 'event-not-genuine' };
  try {
    const event = readEvent(JSON.parse(webhook.body.toString()), webhook.at);
    if (event) return event;
  } catch {
    // not JSON
  }
  return { refused: 'event-malformed' };
}

/** Undefined when malformed. An event of another API of Stripe gets no subject, so that it is ignored. */
export function readEvent(event: unknown, receivedAt = new Date()): ProviderEvent | undefined {
  const head = headSchema.safeParse(event).data;
  if (!head) return undefined;
  const { id, type } = head;
  if (head.object !== undefined && head.object !== 'event') {
    return { id, type, at: receivedAt, subject: undefined };
  }
  const parsed = eventSchema.safeParse(event).data;
  const subject = parsed && parseSubject(parsed.data.object);
  if (!parsed || subject === 'malformed') return undefined;
  return { id, type, at: toDate(parsed.created), subject };
}

/** Printable ASCII: ids and types are stored as text and JSON. */
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

function parseSubject(object: { object: string }): EventSubject | undefined | 'malformed' {
  const kinds: readonly string[] = subjectSchema.shape.object.options;
  if (!kinds.includes(object.object)) return undefined;
  const subject = subjectSchema.safeParse(object).data;
  if (!subject) return 'malformed';
  const { object: kind, id, metadata } = subject;
  const paymentId = kind === 'payment_intent' ? id : readId(subject.payment_intent);
  if (paymentId === undefined) return undefined;
  if (kind === 'refund' || kind === 'dispute') return { about: kind, id, paymentId, orderId: undefined };
  const { orderId } = z.object({ orderId: z.guid() }).safeParse(metadata).data ?? {};
  return { about: 'payment', id: paymentId, paymentId, orderId };
}

function isSigned(
  { body, signature, at }: { body: Buffer; signature: string; at: Date },
  secret: string,
): boolean {
  const verifier = Stripe.webhooks.signature;
  if (!verifier) throw new Error('The provider’s client cannot verify signatures');
  if (parseSignatureTime(signature) > at.getTime() / 1000 + futureToleranceSeconds) return false;
  try {
    return verifier.verifyHeader(body, signature, secret, toleranceSeconds, undefined, at.getTime());
  } catch {
    return false; // malformed, forged or too old
  }
}

/** In seconds, parsed like in Stripe's library: the last `t=`, up to its first non-digit. */
function parseSignatureTime(signature: string): number {
  const time = signature.split(',').findLast((item) => item.startsWith('t='));
  return Number.parseInt(time?.slice('t='.length) ?? '', 10);
}
