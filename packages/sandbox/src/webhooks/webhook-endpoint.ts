/** Webhook endpoints: URLs that receive events, and the types they subscribe to. */
import type Stripe from 'stripe';
import { type Ledger, type LedgerRow, makeTable, pick } from '../ledger/ledger.ts';

export type WebhookEndpointRow = LedgerRow & {
  url: string;
  /** The key of the signatures, shown once, at creation. */
  secret: string;
  /** JSON: a list of types; '*' means all. */
  enabled_events: string;
  description: string | null;
  metadata: string;
  api_version: string | null;
  status: 'enabled' | 'disabled';
  /** 1 while only events that are sent by name go out. */
  hold: number;
};

const endpoints = makeTable<WebhookEndpointRow, 'hold'>('webhook_endpoints', 'webhook endpoint', 'we');
export const { add: addWebhookEndpoint, find: findWebhookEndpoint, save: saveWebhookEndpoint } = endpoints;

/** Its deliveries are deleted with it. */
export function removeWebhookEndpoint(ledger: Ledger, { id }: WebhookEndpointRow): void {
  ledger.sql.run`delete from webhook_endpoints where id = ${id}`;
}

export function presentWebhookEndpoint(row: WebhookEndpointRow): Stripe.WebhookEndpoint {
  return {
    ...pick(row, 'id', 'api_version', 'created', 'description', 'status', 'url'),
    object: 'webhook_endpoint',
    application: null,
    enabled_events: JSON.parse(row.enabled_events),
    livemode: false,
    metadata: JSON.parse(row.metadata),
  };
}

export type DeliveryRow = {
  seq: number;
  event: string;
  endpoint: string;
  /** The number of attempts. */
  attempts: number;
  /** Unix time in milliseconds; null when it has arrived or has failed for good. */
  due: number | null;
  /** The end of a process's lease. When the process dies, another one claims the delivery afterwards. */
  claimed_until: number;
  /** The pid of that process. */
  claimed_by: number | null;
  /** 1 when it is sent although deliveries are held. */
  is_released: number;
  arrived: number | null;
};

/** How long an endpoint may take to answer. */
export const deliveryTimeoutMs = 10_000;
const leaseMs = deliveryTimeoutMs + 2_000;
const maxRetryPauseMs = 5 * 60_000;
/** Three days, as at Stripe. */
const giveUpAfterMs = 3 * 24 * 60 * 60_000;

export function queueDeliveries(ledger: Ledger, event: { id: string; type: string }, now: Date): void {
  const enabled = ledger.sql
    .all`select * from webhook_endpoints where status = 'enabled' order by seq` as WebhookEndpointRow[];
  for (const endpoint of enabled) {
    const wanted: string[] = JSON.parse(endpoint.enabled_events);
    if (!wanted.includes('*') && !wanted.includes(event.type)) continue;
    ledger.sql
      .run`insert into deliveries (event, endpoint, due) values (${event.id}, ${endpoint.id}, ${now.getTime()})`;
  }
}

/** The number of deliveries of an event that have not arrived. */
export function pendingDeliveries(ledger: Ledger, event: string): number {
  const row = ledger.sql.get`select count(*) as n from deliveries where event = ${event} and arrived is null`;
  return Number(row?.n);
}

/** The number of deliveries that wait for an endpoint. */
export function waitingDeliveries(ledger: Ledger, { id }: WebhookEndpointRow): number {
  const row = ledger.sql.get`
    select count(*) as n from deliveries where endpoint = ${id} and due is not null`;
  return Number(row?.n);
}

/** Claims up to `max` due deliveries for this process, for the time of a lease. */
export function claimDeliveries(ledger: Ledger, max: number, now: Date): DeliveryRow[] {
  const moment = now.getTime();
  const due = () => ledger.sql.all`
    select d.seq from deliveries d join webhook_endpoints e on e.id = d.endpoint
    where d.due <= ${moment} and d.claimed_until <= ${moment} and e.status = 'enabled'
      and (d.is_released = 1 or e.hold = 0)
    order by d.due, d.seq limit ${max}`;
  // Checked before the ledger is locked, because usually nothing is due.
  if (due().length === 0) return [];
  return ledger.transaction(() =>
    due().map(
      ({ seq }) =>
        ledger.sql.get`
          update deliveries set claimed_until = ${moment + leaseMs}, claimed_by = ${process.pid} where seq = ${Number(seq)}
          returning *` as DeliveryRow,
    ),
  );
}

export function markArrived(ledger: Ledger, { seq }: DeliveryRow, now: Date): void {
  ledger.sql.run`
    update deliveries set attempts = attempts + 1, arrived = ${now.getTime()}, due = null where seq = ${seq}`;
}

/** Schedules a retry after a pause that doubles with every attempt, or marks it as failed after three days. */
export function markFailed(ledger: Ledger, delivery: DeliveryRow, firstPause: number, now: Date): void {
  const { seq, attempts, claimed_until } = delivery;
  const pause = Math.min(firstPause * 2 ** attempts, maxRetryPauseMs);
  const since = ledger.sql.get`
    select e.created from deliveries d join events e on e.id = d.event where d.seq = ${seq}`;
  const isHopeless = since !== undefined && now.getTime() - Number(since.created) * 1_000 > giveUpAfterMs;
  const due = isHopeless ? null : now.getTime() + pause;
  // Only while the lease is held: after it another process may have succeeded.
  ledger.sql.run`
    update deliveries set attempts = attempts + 1, due = ${due}, claimed_until = 0
    where seq = ${seq} and claimed_until = ${claimed_until} and arrived is null`;
}

/**
 * Releases the claims of killed processes, so that nothing waits for the end of their leases. For the start of a process,
 * when a claim under its own pid can only be a predecessor's.
 */
export function releaseClaimsOfDeadProcesses(ledger: Ledger): void {
  ledger.transaction(() => {
    const claims = ledger.sql.all`
      select distinct claimed_by from deliveries where due is not null and claimed_until > 0`;
    for (const { claimed_by } of claims)
      if (claimed_by === process.pid || !isAlive(Number(claimed_by)))
        ledger.sql.run`update deliveries set claimed_until = 0 where claimed_by = ${claimed_by ?? null}`;
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Releases a claim when the process stops before the endpoint has answered. */
export function unclaim(ledger: Ledger, { seq, claimed_until }: DeliveryRow): void {
  ledger.sql.run`
    update deliveries set claimed_until = 0 where seq = ${seq} and claimed_until = ${claimed_until}`;
}

/** Waiting deliveries become due, also those that wait for a retry. */
export function rescheduleDeliveries(ledger: Ledger, { id }: WebhookEndpointRow, now: Date): void {
  const moment = now.getTime();
  ledger.sql.run`update deliveries set due = ${moment}
    where endpoint = ${id} and due is not null and claimed_until <= ${moment}`;
}

/** Makes one event due now, even when deliveries are held: its waiting delivery, or a new one. */
export function releaseEvent(ledger: Ledger, endpoint: WebhookEndpointRow, event: string, now: Date): void {
  const moment = now.getTime();
  const waiting = ledger.sql.get`
    select seq from deliveries
    where event = ${event} and endpoint = ${endpoint.id} and due is not null and is_released = 0
      and claimed_until <= ${moment}
    order by seq limit 1`;
  if (waiting)
    ledger.sql.run`update deliveries set due = ${moment}, is_released = 1 where seq = ${Number(waiting.seq)}`;
  else
    ledger.sql.run`
      insert into deliveries (event, endpoint, due, is_released)
      values (${event}, ${endpoint.id}, ${moment}, 1)`;
}
