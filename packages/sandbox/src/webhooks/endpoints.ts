/** The endpoints that create, list and delete webhook endpoints. */

import type Stripe from 'stripe';
import { z } from 'zod';
import { type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import { noSuch } from '../http/errors.ts';
import { listPage, pageParameters } from '../http/pagination.ts';
import {
  eventNames,
  expansions,
  mergedMetadata,
  metadata,
  text,
  unsettableText,
  webAddress,
} from '../http/parameters.ts';
import { newWebhookSecret } from '../ledger/ids.ts';
import {
  addWebhookEndpoint,
  findWebhookEndpoint,
  presentWebhookEndpoint,
  removeWebhookEndpoint,
  type WebhookEndpointRow,
} from './webhook-endpoint.ts';

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/v1/webhook_endpoints',
  callers: ['server'],
  parameters: z.strictObject({
    url: webAddress(),
    enabled_events: eventNames(),
    api_version: text().optional(),
    description: unsettableText(5_000).optional(),
    metadata: metadata(),
    expand: expansions([]),
  }),
  answer: ({ ledger, now, settings }, input) => {
    const row = addWebhookEndpoint(
      ledger,
      {
        url: input.url,
        secret: settings.webhookSecret ?? newWebhookSecret(),
        enabled_events: JSON.stringify(input.enabled_events),
        description: input.description ?? null,
        metadata: mergedMetadata('{}', input.metadata),
        api_version: input.api_version ?? null,
      },
      now,
    );
    const shown: Stripe.WebhookEndpoint = { ...presentWebhookEndpoint(row), secret: row.secret };
    return ok(shown);
  },
});

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/v1/webhook_endpoints',
  callers: ['server'],
  parameters: z.strictObject({ ...pageParameters, expand: expansions([], 'data.') }),
  answer: ({ ledger }, input) => {
    const source = {
      url: '/v1/webhook_endpoints',
      table: 'webhook_endpoints',
      kind: 'webhook_endpoint',
    } as const;
    return ok(listPage(ledger, input, source, presentWebhookEndpoint));
  },
});

export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: '/v1/webhook_endpoints/:id',
  callers: ['server'],
  parameters: z.strictObject({}),
  answer: (call) => {
    const row = findRequestedEndpoint(call);
    removeWebhookEndpoint(call.ledger, row);
    const deleted: Stripe.DeletedWebhookEndpoint = { id: row.id, object: 'webhook_endpoint', deleted: true };
    return ok(deleted);
  },
});

export function findRequestedEndpoint({ ledger, id }: EndpointCall): WebhookEndpointRow {
  const row = findWebhookEndpoint(ledger, id);
  if (!row) throw noSuch('webhook_endpoint', id, 'webhook_endpoint', 404);
  return row;
}
