/** Webhook endpoints: URLs that receive events, and the types they subscribe to. */

import type Stripe from 'stripe';
import { seconds } from '../http/endpoint.ts';
import { newId } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { makeTable } from '../ledger/table.ts';

export type WebhookEndpointRow = {
  seq: number;
  id: string;
  url: string;
  /** The key of the signatures, shown once, at creation. */
  secret: string;
  /** JSON: a list of types; '*' means all. */
  enabled_events: string;
  description: string | null;
  metadata: string;
  api_version: string | null;
  status: 'enabled' | 'disabled';
  created: number;
} & DeliveryOptions;

/** How events are delivered: at once and once, unless a test changes that. */
export type DeliveryOptions = {
  /** 1 while only events that are sent by name go out. */
  hold: number;
  /** Milliseconds that each delivery waits. */
  delay: number;
  /** Each delivery waits a random time up to so many milliseconds more, so that the order changes. */
  shuffle: number;
  /** How often each event is delivered. */
  repeat: number;
};

type NewEndpoint = Pick<
  WebhookEndpointRow,
  'url' | 'secret' | 'enabled_events' | 'description' | 'metadata' | 'api_version'
>;

const endpoints = makeTable<WebhookEndpointRow>('webhook_endpoints', 'webhook endpoint');
export const { find: findWebhookEndpoint, save: saveWebhookEndpoint } = endpoints;

export function addWebhookEndpoint(ledger: Ledger, given: NewEndpoint, now: Date): WebhookEndpointRow {
  return endpoints.add(ledger, { ...given, id: newId('we'), status: 'enabled', created: seconds(now) });
}

/** Its deliveries are deleted with it. */
export function removeWebhookEndpoint(ledger: Ledger, { id }: WebhookEndpointRow): void {
  ledger.sql.run`delete from webhook_endpoints where id = ${id}`;
}

export function enabledEndpoints(ledger: Ledger): WebhookEndpointRow[] {
  return ledger.sql
    .all`select * from webhook_endpoints where status = 'enabled' order by seq` as WebhookEndpointRow[];
}

export function isSubscribedTo({ enabled_events }: WebhookEndpointRow, type: string): boolean {
  const wanted: string[] = JSON.parse(enabled_events);
  return wanted.includes('*') || wanted.includes(type);
}

export function presentWebhookEndpoint(row: WebhookEndpointRow): Stripe.WebhookEndpoint {
  return {
    id: row.id,
    object: 'webhook_endpoint',
    api_version: row.api_version,
    application: null,
    created: row.created,
    description: row.description,
    enabled_events: JSON.parse(row.enabled_events),
    livemode: false,
    metadata: JSON.parse(row.metadata),
    status: row.status,
    url: row.url,
  };
}
