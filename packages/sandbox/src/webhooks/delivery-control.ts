/** Endpoints for tests, unknown to Stripe: delay, repeat, shuffle or hold deliveries, or send an event by name. */

import { z } from 'zod';
import { findEvent, presentEvent } from '../events/event.ts';
import { endpoint, ok } from '../http/endpoint.ts';
import { noSuch } from '../http/errors.ts';
import { boolean, integer, text } from '../http/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { releaseEvent, rescheduleDeliveries, waitingDeliveries } from './deliveries.ts';
import { findRequestedEndpoint } from './endpoints.ts';
import { saveDeliveryOptions, type WebhookEndpointRow } from './webhook-endpoint.ts';

const maxDelayMs = 60 * 60_000;
const maxRepeats = 10;

/** An option that is not given has its default again. */
export const changeDeliveries = endpoint({
  method: 'POST',
  path: '/sandbox/webhook_endpoints/:id/deliveries',
  callers: ['server'],
  parameters: z.strictObject({
    hold: boolean().default(false),
    delay: integer({ min: 0, max: maxDelayMs }).default(0),
    shuffle: integer({ min: 0, max: maxDelayMs }).default(0),
    repeat: integer({ min: 1, max: maxRepeats }).default(1),
  }),
  answer: (call, { hold, ...options }) => {
    const row = { ...findRequestedEndpoint(call), ...options, hold: hold ? 1 : 0 };
    saveDeliveryOptions(call.ledger, row);
    rescheduleDeliveries(call.ledger, row, call.now);
    return ok(present(call.ledger, row));
  },
});

export const readDeliveries = endpoint({
  method: 'GET',
  path: '/sandbox/webhook_endpoints/:id/deliveries',
  callers: ['server'],
  parameters: z.strictObject({}),
  answer: (call) => ok(present(call.ledger, findRequestedEndpoint(call))),
});

/** Sends the event once per request, whether or not the endpoint subscribes to it or has received it. */
export const sendEvent = endpoint({
  method: 'POST',
  path: '/sandbox/webhook_endpoints/:id/send',
  callers: ['server'],
  parameters: z.strictObject({ event: text() }),
  answer: (call, input) => {
    const row = findRequestedEndpoint(call);
    const event = findEvent(call.ledger, input.event);
    if (!event) throw noSuch('event', input.event, 'event', 400);
    releaseEvent(call.ledger, row, event.id, call.now);
    return ok(presentEvent(call.ledger, event));
  },
});

function present(ledger: Ledger, row: WebhookEndpointRow) {
  const { id, hold, delay, shuffle, repeat } = row;
  const waiting = waitingDeliveries(ledger, row);
  return { object: 'sandbox.deliveries', endpoint: id, hold: hold === 1, delay, shuffle, repeat, waiting };
}
