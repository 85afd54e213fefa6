/** Disputes: a cardholder claims the money of a charge back; the bank withdraws it until it has decided. */

import type Stripe from 'stripe';
import { type ChargeRow, getCharge } from '../charges/charge.ts';
import { seconds } from '../http/endpoint.ts';
import { newId } from '../ledger/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getPaymentMethod } from '../payment-methods/payment-method.ts';

/** The subset of Stripe's states that the sandbox has: https://docs.stripe.com/disputes/how-disputes-work */
export type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost';

/** 'submit' sends evidence to the bank; the bank decides 'win' or 'lose'. */
export type DisputeMove = 'submit' | 'win' | 'lose';

const TRANSITIONS: Record<DisputeStatus, Partial<Record<DisputeMove, DisputeStatus>>> = {
  needs_response: { submit: 'under_review' },
  under_review: { win: 'won', lose: 'lost' },
  won: {},
  lost: {},
};

/** The state that `move` leads to, or undefined when `status` does not allow it. */
export function afterDispute(status: DisputeStatus, move: DisputeMove): DisputeStatus | undefined {
  return TRANSITIONS[status][move];
}

export type DisputeRow = {
  seq: number;
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  currency: string;
  reason: string;
  status: DisputeStatus;
  /** JSON: the evidence, by Stripe's field names. */
  evidence: string;
  submissions: number;
  /** Ids of the balance transactions, and the Unix time of the second one. */
  withdrawal: string;
  reinstatement: string | null;
  reinstated: number | null;
  metadata: string;
  created: number;
};

/** Shown as the deadline of a response; the sandbox does not enforce it. */
const responseTimeSeconds = 7 * 24 * 60 * 60;
/** As at Stripe in the United States. */
const disputeFeeCents = 1_500;

export function addDispute(ledger: Ledger, charge: ChargeRow, amount: number, reason: string, now: Date) {
  return ledger.sql.get`
    insert into disputes
      (id, charge, payment_intent, amount, currency, reason, status, evidence, withdrawal, metadata, created)
    values
      (${newId('du')}, ${charge.id}, ${charge.payment_intent}, ${amount}, ${charge.currency}, ${reason},
       'needs_response', '{}', ${newId('txn')}, '{}', ${seconds(now)})
    returning *` as DisputeRow;
}

export function findDispute(ledger: Ledger, id: string): DisputeRow | undefined {
  return ledger.sql.get`select * from disputes where id = ${id}` as DisputeRow | undefined;
}

/** A dispute that must exist, because the ledger refers to it. */
export function getDispute(ledger: Ledger, id: string): DisputeRow {
  const row = findDispute(ledger, id);
  if (!row) throw new Error(`The ledger lacks dispute ${id}.`);
  return row;
}

export function saveDispute(ledger: Ledger, row: DisputeRow): void {
  ledger.sql.run`
    update disputes set
      status = ${row.status}, evidence = ${row.evidence}, submissions = ${row.submissions},
      reinstatement = ${row.reinstatement}, reinstated = ${row.reinstated}, metadata = ${row.metadata}
    where id = ${row.id}`;
}

export function presentDispute(ledger: Ledger, row: DisputeRow): Stripe.Dispute {
  const { brand } = getPaymentMethod(ledger, getCharge(ledger, row.charge).payment_method);
  const evidence: Partial<Stripe.Dispute.Evidence> = JSON.parse(row.evidence);
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amount,
    balance_transactions: listMovements(row),
    charge: row.charge,
    created: row.created,
    currency: row.currency,
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
    payment_intent: row.payment_intent,
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
      type: 'card',
    },
    reason: row.reason,
    status: row.status,
  };
}

/** The balance transactions: the withdrawal, and the return if it was won. */
function listMovements(row: DisputeRow): Stripe.BalanceTransaction[] {
  const withdrawal = movement(
    row,
    row.withdrawal,
    -row.amount,
    disputeFeeCents,
    row.created,
    'Chargeback withdrawal for',
  );
  if (row.reinstatement === null || row.reinstated === null) return [withdrawal];
  const back = movement(
    row,
    row.reinstatement,
    row.amount,
    -disputeFeeCents,
    row.reinstated,
    'Chargeback reversal for',
  );
  return [withdrawal, back];
}

function movement(
  { id: source, charge, currency }: DisputeRow,
  id: string,
  amount: number,
  fee: number,
  created: number,
  what: string,
): Stripe.BalanceTransaction {
  const fees = { amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' };
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: `${what} ${charge}`,
    exchange_rate: null,
    fee,
    fee_details: [fees],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source,
    status: 'available',
    type: 'adjustment',
  };
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

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
