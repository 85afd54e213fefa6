/** The endpoints that create, list and delete webhook endpoints. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { findEvent, presentEvent } from '../events/event.ts';
import { type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import { requireFound } from '../http/errors.ts';
import { listPage, pageParameters } from '../http/pagination.ts';
import {
  boolean,
  eventNames,
  mergedMetadata,
  metadata,
  text,
  unsettableText,
  webAddress,
} from '../http/parameters.ts';
import { type Ledger, newWebhookSecret } from '../ledger/ledger.ts';
import {
  addWebhookEndpoint,
  findWebhookEndpoint,
  presentWebhookEndpoint,
  releaseEvent,
  removeWebhookEndpoint,
  rescheduleDeliveries,
  saveWebhookEndpoint,
  type WebhookEndpointRow,
  waitingDeliveries,
} from './webhook-endpoint.ts';

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/v1/webhook_endpoints',
  parameters: z.strictObject({
    url: webAddress(),
    enabled_events: eventNames(),
    api_version: text().optional(),
    description: unsettableText(5_000).optional(),
    metadata: metadata(),
  }),
  answer: (call, input) => {
    const row = addWebhookEndpoint(call, {
      url: input.url,
      secret: call.settings.webhookSecret ?? newWebhookSecret(),
      enabled_events: JSON.stringify(input.enabled_events),
      description: input.description ?? null,
      metadata: mergedMetadata('{}', input.metadata),
      api_version: input.api_version ?? null,
      status: 'enabled',
    });
    const shown: Stripe.WebhookEndpoint = { ...presentWebhookEndpoint(row), secret: row.secret };
    return ok(shown);
  },
});

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/v1/webhook_endpoints',
  parameters: z.strictObject(pageParameters),
  answer: ({ ledger }, input) => ok(listPage(ledger, 'webhook_endpoint', input, presentWebhookEndpoint)),
});

export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: '/v1/webhook_endpoints/:id',
  parameters: z.strictObject({}),
  answer: (call) => {
    const row = findRequestedEndpoint(call);
    removeWebhookEndpoint(call.ledger, row);
    const deleted: Stripe.DeletedWebhookEndpoint = { id: row.id, object: 'webhook_endpoint', deleted: true };
    return ok(deleted);
  },
});

function findRequestedEndpoint({ ledger, id }: EndpointCall): WebhookEndpointRow {
  return requireFound(findWebhookEndpoint(ledger, id), 'webhook_endpoint', id, 'webhook_endpoint', 404);
}

/** Waiting ones become due at once, unless they are held. */
export const changeDeliveries = endpoint({
  method: 'POST',
  path: '/sandbox/webhook_endpoints/:id/deliveries',
  parameters: z.strictObject({ hold: boolean().default(false) }),
  answer: (call, { hold }) => {
    const row = { ...findRequestedEndpoint(call), hold: hold ? 1 : 0 };
    saveWebhookEndpoint(call.ledger, row);
    rescheduleDeliveries(call.ledger, row, call.now);
    return ok(present(call.ledger, row));
  },
});

export const readDeliveries = endpoint({
  method: 'GET',
  path: '/sandbox/webhook_endpoints/:id/deliveries',
  parameters: z.strictObject({}),
  answer: (call) => ok(present(call.ledger, findRequestedEndpoint(call))),
});

/** Sends the event once per request, whether or not the endpoint subscribes to it or has received it. */
export const sendEvent = endpoint({
  method: 'POST',
  path: '/sandbox/webhook_endpoints/:id/send',
  parameters: z.strictObject({ event: text() }),
  answer: (call, input) => {
    const row = findRequestedEndpoint(call);
    const event = requireFound(findEvent(call.ledger, input.event), 'event', input.event, 'event', 400);
    releaseEvent(call.ledger, row, event.id, call.now);
    return ok(presentEvent(call.ledger, event));
  },
});

function present(ledger: Ledger, row: WebhookEndpointRow) {
  const { id, hold } = row;
  const waiting = waitingDeliveries(ledger, row);
  return { object: 'sandbox.deliveries', endpoint: id, hold: hold === 1, waiting };
}
