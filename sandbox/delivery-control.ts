/** The calls, not the provider's, by which a test delays, repeats, shuffles and holds deliveries, or sends an event by name. */

import { z } from 'zod';
import { releaseEvent, rescheduleDeliveries, waitingDeliveries } from './deliveries.ts';
import { endpoint, ok } from './endpoint.ts';
import { noSuch } from './errors.ts';
import { findEvent, presentEvent } from './events.ts';
import { boolean, integer, text } from './parameters.ts';
import type { Ledger } from './store.ts';
import { endpointOfCall } from './webhook-endpoint-endpoints.ts';
import { saveWebhookEndpoint, type WebhookEndpointRow } from './webhook-endpoints.ts';

const LONGEST_WAIT = 60 * 60_000;
const MOST_REPEATS = 10;

/** What is not named is as usual again. */
export const changeDeliveries = endpoint({
  method: 'POST',
  path: '/sandbox/webhook_endpoints/:id/deliveries',
  callers: ['server'],
  parameters: z.strictObject({
    hold: boolean().default(false),
    delay: integer({ least: 0, most: LONGEST_WAIT }).default(0),
    shuffle: integer({ least: 0, most: LONGEST_WAIT }).default(0),
    repeat: integer({ least: 1, most: MOST_REPEATS }).default(1),
  }),
  answer: (call, { hold, ...manner }) => {
    const row = { ...endpointOfCall(call), ...manner, hold: hold ? 1 : 0 };
    saveWebhookEndpoint(call.ledger, row);
    rescheduleDeliveries(call.ledger, row, call.now);
    return ok(present(call.ledger, row));
  },
});

export const readDeliveries = endpoint({
  method: 'GET',
  path: '/sandbox/webhook_endpoints/:id/deliveries',
  callers: ['server'],
  parameters: z.strictObject({}),
  answer: (call) => ok(present(call.ledger, endpointOfCall(call))),
});

/** Each time it is called the event is sent once, whether the endpoint wants its type and has had it already or not. */
export const sendEvent = endpoint({
  method: 'POST',
  path: '/sandbox/webhook_endpoints/:id/send',
  callers: ['server'],
  parameters: z.strictObject({ event: text() }),
  answer: (call, input) => {
    const row = endpointOfCall(call);
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
