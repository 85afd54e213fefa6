/** Webhook endpoints: the addresses that are told of events, and what each of them wants to hear. */

import type Stripe from 'stripe';
import { seconds } from './endpoint.ts';
import { newId } from './ids.ts';
import type { Ledger } from './store.ts';

export type WebhookEndpointRow = {
  seq: number;
  id: string;
  url: string;
  /** Key of the signatures; its owner is shown it once, when the endpoint is made. */
  secret: string;
  /** JSON list of types, or of '*' alone. */
  enabled_events: string;
  description: string | null;
  metadata: string;
  api_version: string | null;
  status: 'enabled' | 'disabled';
  created: number;
} & Manner;

/** How an endpoint is told: at once and once, unless a test wants it late, repeated, shuffled or held back. */
export type Manner = {
  /** 1 while only what is sent by name goes out. */
  hold: number;
  /** Milliseconds that each delivery waits. */
  delay: number;
  /** Each delivery waits a random time up to so many milliseconds besides, so that they overtake each other. */
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

export function saveWebhookEndpoint(ledger: Ledger, row: WebhookEndpointRow): void {
  ledger.sql.run`
    update webhook_endpoints set
      url = ${row.url}, enabled_events = ${row.enabled_events}, description = ${row.description},
      metadata = ${row.metadata}, status = ${row.status}, hold = ${row.hold}, delay = ${row.delay},
      shuffle = ${row.shuffle}, repeat = ${row.repeat}
    where id = ${row.id}`;
}

/** What was still to be delivered there is gone with it. */
export function removeWebhookEndpoint(ledger: Ledger, { id }: WebhookEndpointRow): void {
  ledger.sql.run`delete from webhook_endpoints where id = ${id}`;
}

export function enabledEndpoints(ledger: Ledger): WebhookEndpointRow[] {
  return ledger.sql
    .all`select * from webhook_endpoints where status = 'enabled' order by seq` as WebhookEndpointRow[];
}

export function hears({ enabled_events }: WebhookEndpointRow, type: string): boolean {
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
