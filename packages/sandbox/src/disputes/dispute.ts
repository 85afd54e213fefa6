/** Disputes: a cardholder claims the money of a charge back; the bank withdraws it until it has decided. */
import type Stripe from 'stripe';
import { getCharge } from '../charges/charge.ts';
import { recordEvent } from '../events/event.ts';
import type { Moment } from '../http/endpoint.ts';
import { type Ledger, type MoneyRow, makeTable, newId, nulls, pick, seconds } from '../ledger/ledger.ts';
import { getPaymentMethod } from '../payment-methods/payment-method.ts';
import { sumRefunded } from '../refunds/refund.ts';

/** The subset of Stripe's states that the sandbox has: https://docs.stripe.com/disputes/how-disputes-work */
type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost';

/** 'submit' sends evidence to the bank; the bank decides 'win' or 'lose'. */
type DisputeMove = 'submit' | 'win' | 'lose';

/** The state that each move leads to, where the state allows it. */
const TRANSITIONS: Record<DisputeStatus, Partial<Record<DisputeMove, DisputeStatus>>> = {
  needs_response: { submit: 'under_review' },
  under_review: { win: 'won', lose: 'lost' },
  won: {},
  lost: {},
};

export type DisputeRow = MoneyRow & {
  charge: string;
  payment_intent: string;
  reason: string;
  status: DisputeStatus;
  /** JSON: the evidence, by Stripe's field names. */
  evidence: string;
  submissions: number;
  /** Ids of the balance transactions, and the Unix time of the second one. */
  withdrawal: string;
  reinstatement: string | null;
  reinstated: number | null;
};

/** Shown as the deadline of a response; the sandbox does not enforce it. */
const responseTimeSeconds = 7 * 24 * 60 * 60;
/** As at Stripe in the United States. */
const disputeFeeCents = 1_500;

const disputes = makeTable<DisputeRow, 'submissions'>('disputes', 'dispute', 'du');
export const { find: findDispute, get: getDispute, save: saveDispute } = disputes;

export function presentDispute(ledger: Ledger, row: DisputeRow): Stripe.Dispute {
  const { brand } = getPaymentMethod(ledger, getCharge(ledger, row.charge).payment_method);
  const evidence: Partial<Stripe.Dispute.Evidence> = JSON.parse(row.evidence);
  return {
    ...pick(row, 'id', 'amount', 'charge', 'created', 'currency', 'payment_intent', 'reason', 'status'),
    object: 'dispute',
    balance_transactions: listMovements(row),
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, ...evidence },
    evidence_details: {
      due_by: row.created + responseTimeSeconds,
      enhanced_eligibility: {},
      has_evidence: Object.keys(evidence).length > 0,
      past_due: false,
      submission_count: row.submissions,
      submission_method: row.submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: JSON.parse(row.metadata),
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
      type: 'card',
    },
  };
}

/** The balance transactions: the withdrawal, and the return if it was won. */
function listMovements(row: DisputeRow): Stripe.BalanceTransaction[] {
  const withdrawal = presentMovement(row, row.withdrawal, -row.amount, row.created);
  if (row.reinstatement === null || row.reinstated === null) return [withdrawal];
  return [withdrawal, presentMovement(row, row.reinstatement, row.amount, row.reinstated)];
}

/** The fee comes back with the money. */
function presentMovement(
  { id: source, charge, currency }: DisputeRow,
  id: string,
  amount: number,
  created: number,
): Stripe.BalanceTransaction {
  const isBack = amount > 0;
  const fee = isBack ? -disputeFeeCents : disputeFeeCents;
  return {
    ...{ id, amount, created, currency, source, fee, type: 'adjustment', object: 'balance_transaction' },
    available_on: created,
    balance_type: 'payments',
    description: `Chargeback ${isBack ? 'reversal' : 'withdrawal'} for ${charge}`,
    exchange_rate: null,
    fee_details: [
      { amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' },
    ],
    net: amount - fee,
    reporting_category: isBack ? 'dispute_reversal' : 'dispute',
    status: 'available',
  };
}

/** The evidence that is text; the sandbox takes no files. */
export const EVIDENCE_IN_WORDS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const satisfies readonly (keyof Stripe.Dispute.Evidence)[];

const EVIDENCE_IN_FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  ...nulls(...EVIDENCE_IN_WORDS, ...EVIDENCE_IN_FILES),
  enhanced_evidence: {},
};

/** Withdraws the amount at once. The refunded part of a charge cannot be disputed. */
export function openDispute(moment: Moment, chargeId: string, reason: string): void {
  const { ledger } = moment;
  const charge = getCharge(ledger, chargeId);
  const amount = charge.amount - sumRefunded(ledger, chargeId);
  if (amount === 0) return;
  const opened = disputes.add(moment, {
    ...{ charge: charge.id, payment_intent: charge.payment_intent, amount, reason },
    ...{ currency: charge.currency, status: 'needs_response', evidence: '{}', metadata: '{}' },
    withdrawal: newId('txn'),
  });
  const shown = presentDispute(ledger, opened);
  recordEvent(moment, 'charge.dispute.created', shown);
  recordEvent(moment, 'charge.dispute.funds_withdrawn', shown);
}

/** Moves and saves the dispute; false when its state does not allow it. A dispute that is won returns the money. */
export function moveDispute(moment: Moment, row: DisputeRow, move: DisputeMove): boolean {
  const { ledger, now } = moment;
  const before = { status: row.status };
  const status = TRANSITIONS[row.status][move];
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
