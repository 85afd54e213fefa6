/** Webhook endpoints: URLs that receive events, and the types they subscribe to. */

import type Stripe from 'stripe';
import { seconds } from '../http/endpoint.ts';
import { newId } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';

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

export function addWebhookEndpoint(ledger: Ledger, given: NewEndpoint, now: Date): WebhookEndpointRow {
  return ledger.sql.get`
    insert into webhook_endpoints
      (id, url, secret, enabled_events, description, metadata, api_version, status, created)
    values
      (${newId('we')}, ${given.url}, ${given.secret}, ${given.enabled_events}, ${given.description},
       ${given.metadata}, ${given.api_version}, 'enabled', ${seconds(now)})
    returning *` as WebhookEndpointRow;
}

export function findWebhookEndpoint(ledger: Ledger, id: string): WebhookEndpointRow | undefined {
  return ledger.sql.get`select * from webhook_endpoints where id = ${id}` as WebhookEndpointRow | undefined;
}

export function saveDeliveryOptions(ledger: Ledger, row: WebhookEndpointRow): void {
  ledger.sql.run`
    update webhook_endpoints set
      hold = ${row.hold}, delay = ${row.delay}, shuffle = ${row.shuffle}, repeat = ${row.repeat}
    where id = ${row.id}`;
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
