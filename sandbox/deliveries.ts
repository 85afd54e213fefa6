/** Deliveries: which endpoint is still to hear of which event, kept until it has, across crashes and processes. */

import type { Ledger } from './store.ts';
import { enabledEndpoints, hears, type WebhookEndpointRow } from './webhook-endpoints.ts';

export type DeliveryRow = {
  seq: number;
  event: string;
  endpoint: string;
  /** How often it was tried. */
  attempts: number;
  /** Milliseconds since 1970; null when it has arrived or was given up. */
  due: number | null;
  /** Until then one process has it in hand. When it dies, the others take it up afterwards. */
  claimed_until: number;
  /** The id of that process. */
  claimed_by: number | null;
  /** 1 when it goes out although deliveries are held. */
  is_released: number;
  arrived: number | null;
};

/** Milliseconds: after that an answer is not waited for any longer. */
export const PATIENCE = 10_000;
const LEASE = PATIENCE + 2_000;
const LONGEST_PAUSE = 5 * 60_000;
/** Milliseconds after which an endpoint that never answered is told no more: three days, as at Stripe. */
const LONGEST_TRY = 3 * 24 * 60 * 60_000;

export function queueDeliveries(ledger: Ledger, event: { id: string; type: string }, now: Date): void {
  for (const endpoint of enabledEndpoints(ledger)) {
    if (!hears(endpoint, event.type)) continue;
    for (let time = 0; time < endpoint.repeat; time += 1) {
      const due = dueAt(endpoint, now);
      ledger.sql
        .run`insert into deliveries (event, endpoint, due) values (${event.id}, ${endpoint.id}, ${due})`;
    }
  }
}

/** How many of an event's deliveries have not arrived. */
export function pendingDeliveries(ledger: Ledger, event: string): number {
  const row = ledger.sql.get`select count(*) as n from deliveries where event = ${event} and arrived is null`;
  return Number(row?.n);
}

/** How many deliveries are still to be made to an endpoint, of all events. */
export function waitingDeliveries(ledger: Ledger, { id }: WebhookEndpointRow): number {
  const row = ledger.sql.get`
    select count(*) as n from deliveries where endpoint = ${id} and due is not null`;
  return Number(row?.n);
}

/** Takes up to `most` that are due into the hand of this process. Nobody else gets them before the lease is over. */
export function claimDeliveries(ledger: Ledger, most: number, now: Date): DeliveryRow[] {
  const moment = now.getTime();
  const due = () => ledger.sql.all`
    select d.seq from deliveries d join webhook_endpoints e on e.id = d.endpoint
    where d.due <= ${moment} and d.claimed_until <= ${moment} and e.status = 'enabled'
      and (d.is_released = 1 or e.hold = 0)
    order by d.due, d.seq limit ${most}`;
  // Looked up before the ledger is locked, because mostly there is nothing.
  if (due().length === 0) return [];
  return ledger.transaction(() =>
    due().map(
      ({ seq }) =>
        ledger.sql.get`
          update deliveries set claimed_until = ${moment + LEASE}, claimed_by = ${process.pid} where seq = ${Number(seq)}
          returning *` as DeliveryRow,
    ),
  );
}

export function markArrived(ledger: Ledger, { seq }: DeliveryRow, now: Date): void {
  ledger.sql.run`
    update deliveries set attempts = attempts + 1, arrived = ${now.getTime()}, due = null where seq = ${seq}`;
}

/** Puts it off by a pause that doubles with every try, unless it was tried for days. */
export function markFailed(ledger: Ledger, delivery: DeliveryRow, firstPause: number, now: Date): void {
  const { seq, attempts, claimed_until } = delivery;
  const pause = Math.min(firstPause * 2 ** attempts, LONGEST_PAUSE);
  const since = ledger.sql.get`
    select e.created from deliveries d join events e on e.id = d.event where d.seq = ${seq}`;
  const isHopeless = since !== undefined && now.getTime() - Number(since.created) * 1_000 > LONGEST_TRY;
  const due = isHopeless ? null : now.getTime() + pause;
  // Only while the lease is ours: after it another process may have succeeded.
  ledger.sql.run`
    update deliveries set attempts = attempts + 1, due = ${due}, claimed_until = 0
    where seq = ${seq} and claimed_until = ${claimed_until} and arrived is null`;
}

/**
 * Takes up at once what a process had in hand that was killed, instead of waiting for the end of its lease. For the start
 * of a process, when a claim under its own id can only be that of a predecessor.
 */
export function unclaimOfTheDead(ledger: Ledger): void {
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
    // Somebody else's process is alive as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Gives it back untried, when the process ends before the endpoint has answered. */
export function unclaim(ledger: Ledger, { seq, claimed_until }: DeliveryRow): void {
  ledger.sql.run`
    update deliveries set claimed_until = 0 where seq = ${seq} and claimed_until = ${claimed_until}`;
}

/** Lets a change of manner hold for what is waiting as well; a failed try need not wait for its pause either. */
export function rescheduleDeliveries(ledger: Ledger, endpoint: WebhookEndpointRow, now: Date): void {
  const waiting = ledger.sql.all`
    select seq from deliveries
    where endpoint = ${endpoint.id} and due is not null and claimed_until <= ${now.getTime()}`;
  for (const { seq } of waiting)
    ledger.sql.run`update deliveries set due = ${dueAt(endpoint, now)} where seq = ${Number(seq)}`;
}

/** Sends one event now, though deliveries are held: what of it is waiting, or once more what has arrived already. */
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

function dueAt({ delay, shuffle }: WebhookEndpointRow, now: Date): number {
  return now.getTime() + delay + Math.floor(Math.random() * (shuffle + 1));
}
