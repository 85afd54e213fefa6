/** Events: a change with a snapshot of its object, stored in the transaction of the change. */
import type Stripe from 'stripe';
import { API_VERSION, type Moment } from '../http/endpoint.ts';
import { type Ledger, type LedgerRow, makeTable, seconds } from '../ledger/ledger.ts';
import { pendingDeliveries, queueDeliveries } from '../webhooks/webhook-endpoint.ts';

/** The types of events that the sandbox records: https://docs.stripe.com/api/events/types */
export const EVENT_TYPES = [
  'payment_intent.created',
  'payment_intent.requires_action',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.succeeded',
  'charge.failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies readonly Stripe.Event['type'][];
export type EventType = (typeof EVENT_TYPES)[number];

/** The data of this type of event, by the official types. */
type EventData<Type extends EventType> = Extract<Stripe.Event, { type: Type }>['data'];

export type EventRow = LedgerRow & {
  type: EventType;
  api_version: string;
  object: string;
  previous_attributes: string | null;
  request: string | null;
  idempotency_key: string | null;
};

/** 30 days, as at Stripe (https://docs.stripe.com/api/events). */
const eventLifetimeSeconds = 30 * 24 * 60 * 60;

const events = makeTable<EventRow>('events', 'event', 'evt');
export const { find: findEvent } = events;

/** Stores an event and its deliveries, of which a past has none. Must run inside the transaction of the change. */
export function recordEvent<Type extends EventType>(
  moment: Moment,
  type: Type,
  object: EventData<Type>['object'],
  previousAttributes?: EventData<Type>['previous_attributes'],
): void {
  const { ledger, now, isPast, request } = moment;
  ledger.sql.run`delete from events where created < ${seconds(now) - eventLifetimeSeconds}`;

  const event = events.add(moment, {
    ...{ type, api_version: API_VERSION, object: JSON.stringify(object) },
    previous_attributes: previousAttributes ? JSON.stringify(previousAttributes) : null,
    ...{ request: request.id, idempotency_key: request.idempotency_key },
  });
  if (!isPast) queueDeliveries(ledger, event, now);
}

export function presentEvent(ledger: Ledger, row: EventRow): Stripe.Event {
  const frame = {
    id: row.id,
    object: 'event',
    api_version: row.api_version,
    created: row.created,
    livemode: false,
    pending_webhooks: pendingDeliveries(ledger, row.id),
    request: { id: row.request, idempotency_key: row.idempotency_key },
    type: row.type,
  } satisfies Omit<Stripe.Event, 'data'>;
  const data = {
    object: JSON.parse(row.object),
    ...(row.previous_attributes !== null && { previous_attributes: JSON.parse(row.previous_attributes) }),
  };
  // The types of recordEvent make sure that the object fits the event's type.
  return { ...frame, data } as Stripe.Event;
}
