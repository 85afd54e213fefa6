/** Delayed outcomes: stored when they are decided, executed once when they are due, by any process. */
import { getCharge } from '../charges/charge.ts';
import { getDispute, moveDispute, openDispute } from '../disputes/dispute.ts';
import { recordEvent } from '../events/event.ts';
import { type Moment, NO_REQUEST, type Settings } from '../http/endpoint.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findBehaviour } from '../payment-methods/card.ts';
import { getPaymentMethod } from '../payment-methods/payment-method.ts';
import { getRefund, presentRefund, saveRefund } from '../refunds/refund.ts';
import type { Sender } from '../webhooks/sender.ts';

type Kind = 'succeed_refund' | 'fail_refund' | 'open_dispute' | 'win_dispute' | 'lose_dispute';
type OutcomeRow = { seq: number; kind: Kind; subject: string };

/** In a past it happens at once, at its time. Call it last: it changes what it is about. */
export function scheduleOutcome(moment: Moment, kind: Kind, subject: string): void {
  const { ledger, now, isPast, settings } = moment;
  const due = now.getTime() + settings.outcomePause;
  if (isPast) OUTCOMES[kind]({ ...moment, now: new Date(due) }, subject);
  else ledger.sql.run`insert into outcomes (kind, subject, due) values (${kind}, ${subject}, ${due})`;
}

/** Executes all due outcomes in one transaction: each once, however many processes check at the same time. */
function runDueOutcomes(ledger: Ledger, settings: Settings, now: Date): void {
  // Checked before the ledger is locked, because usually nothing is due.
  if (!ledger.sql.get`select 1 from outcomes where due <= ${now.getTime()} limit 1`) return;
  ledger.transaction(() => {
    const due = ledger.sql.all`
      delete from outcomes where due <= ${now.getTime()} returning seq, kind, subject` as OutcomeRow[];
    for (const { kind, subject } of due.toSorted((a, b) => a.seq - b.seq))
      OUTCOMES[kind]({ ledger, now, request: NO_REQUEST, settings }, subject);
  });
}

const OUTCOMES: Record<Kind, (moment: Moment, subject: string) => void> = {
  succeed_refund: (moment, id) => endRefund(moment, id, 'succeeded'),
  fail_refund: (moment, id) => endRefund(moment, id, 'failed'),
  open_dispute: (moment, charge) => openDispute(moment, charge, findReason(moment, charge)),
  // If the shop has closed the dispute since, nothing changes.
  win_dispute: (moment, id) => void moveDispute(moment, getDispute(moment.ledger, id), 'win'),
  lose_dispute: (moment, id) => void moveDispute(moment, getDispute(moment.ledger, id), 'lose'),
};

function endRefund(moment: Moment, id: string, status: 'succeeded' | 'failed'): void {
  const refund = getRefund(moment.ledger, id);
  const before = { status: refund.status };
  refund.status = status;
  refund.failure_reason = status === 'failed' ? 'expired_or_canceled_card' : null;
  saveRefund(moment.ledger, refund);
  recordEvent(moment, 'refund.updated', presentRefund(refund), before);
  if (status === 'failed') recordEvent(moment, 'refund.failed', presentRefund(refund));
}

function findReason({ ledger }: Moment, charge: string): string {
  const card = getPaymentMethod(ledger, getCharge(ledger, charge).payment_method);
  return findBehaviour(card.test_card).dispute ?? 'general';
}

/** Short, because a check that finds nothing takes microseconds. */
const intervalMs = 100;

export type Scheduler = { stop(): void };

export function startScheduler(ledger: Ledger, settings: Settings, sender: Sender): Scheduler {
  const timer = setInterval(() => {
    try {
      runDueOutcomes(ledger, settings, new Date());
      sender.sendDue();
    } catch (error) {
      // The transaction was rolled back, so that the next check finds it again.
      console.error('What was due could not be done:', error);
    }
  }, intervalMs);
  return { stop: () => clearInterval(timer) };
}
