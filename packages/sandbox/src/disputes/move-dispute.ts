/** Opens a dispute and moves it to its next state, with the events of each step. */

import { getCharge } from '../charges/charge.ts';
import { recordEvent } from '../events/event.ts';
import { type Moment, seconds } from '../http/endpoint.ts';
import { newId } from '../ledger/ids.ts';
import { sumRefunded } from '../refunds/refund.ts';
import {
  addDispute,
  afterDispute,
  type DisputeMove,
  type DisputeRow,
  presentDispute,
  saveDispute,
} from './dispute.ts';

/** Withdraws the amount at once. The refunded part of a charge cannot be disputed. */
export function openDispute(moment: Moment, chargeId: string, reason: string): void {
  const { ledger, now } = moment;
  const charge = getCharge(ledger, chargeId);
  const amount = charge.amount - sumRefunded(ledger, chargeId);
  if (amount === 0) return;
  const shown = presentDispute(ledger, addDispute(ledger, charge, amount, reason, now));
  recordEvent(moment, 'charge.dispute.created', shown);
  recordEvent(moment, 'charge.dispute.funds_withdrawn', shown);
}

/** Moves and saves the dispute; false when its state does not allow it. A dispute that is won returns the money. */
export function moveDispute(moment: Moment, row: DisputeRow, move: DisputeMove): boolean {
  const { ledger, now } = moment;
  const before = { status: row.status };
  const status = afterDispute(row.status, move);
  if (!status) return false;

  row.status = status;
  if (move === 'submit') row.submissions += 1;
  if (status === 'won') {
    row.reinstatement = newId('txn');
    row.reinstated = seconds(now);
  }
  saveDispute(ledger, row);

  const shown = presentDispute(ledger, row);
  if (status === 'won') recordEvent(moment, 'charge.dispute.funds_reinstated', shown);
  const isClosed = status === 'won' || status === 'lost';
  recordEvent(moment, isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', shown, before);
  return true;
}
