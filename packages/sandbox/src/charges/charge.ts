/** Charges: every attempt to take money. A charge is never changed; money that goes back is in the refunds. */
import type Stripe from 'stripe';
import type { Moment } from '../http/endpoint.ts';
import { type ErrorObject, withDocumentation } from '../http/errors.ts';
import { type Ledger, type MoneyRow, makeTable, nulls, pick } from '../ledger/ledger.ts';
import type { Decline } from '../payment-methods/card.ts';
import {
  describeCard,
  getPaymentMethod,
  type PaymentMethodRow,
  presentPaymentMethod,
} from '../payment-methods/payment-method.ts';
import { sumRefunded } from '../refunds/refund.ts';

export type ChargeRow = MoneyRow & {
  payment_intent: string;
  payment_method: string;
  status: 'succeeded' | 'failed';
  failure_code: string | null;
  decline_code: string | null;
  failure_message: string | null;
  description: string | null;
  receipt_email: string | null;
  /** The 3-D Secure authentication that the cardholder passed, if one was required. */
  authentication: string | null;
};

/** What a charge copies from its intent. */
type Charged = Pick<
  ChargeRow,
  'amount' | 'currency' | 'description' | 'receipt_email' | 'metadata' | 'authentication'
> & { id: string };

const charges = makeTable<ChargeRow>('charges', 'charge', 'ch');
export const { get: getCharge } = charges;

export function addCharge(
  moment: Moment,
  intent: Charged,
  paymentMethod: PaymentMethodRow,
  decline: Decline | undefined,
): ChargeRow {
  return charges.add(moment, {
    ...{ payment_intent: intent.id, payment_method: paymentMethod.id },
    ...pick(intent, 'amount', 'currency', 'description', 'receipt_email', 'metadata', 'authentication'),
    ...(decline ? { ...decline, status: 'failed' } : { status: 'succeeded' }),
  });
}

/** Whether a dispute was ever opened, whatever its outcome. */
export function isDisputed(ledger: Ledger, id: string): boolean {
  return ledger.sql.get`select 1 from disputes where charge = ${id}` !== undefined;
}

/** Stripe's error for a declined charge; undefined for one that succeeded. */
export function findDecline(ledger: Ledger, row: ChargeRow): ErrorObject | undefined {
  if (row.status === 'succeeded') return undefined;
  return withDocumentation({
    charge: row.id,
    code: row.failure_code ?? undefined,
    decline_code: row.decline_code ?? undefined,
    message: row.failure_message ?? undefined,
    payment_method: presentPaymentMethod(getPaymentMethod(ledger, row.payment_method)),
    payment_method_type: 'card',
    type: 'card_error' as const,
  });
}

export function presentCharge(ledger: Ledger, row: ChargeRow): Stripe.Charge {
  const paymentMethod = getPaymentMethod(ledger, row.payment_method);
  const hasSucceeded = row.status === 'succeeded';
  const refunded = sumRefunded(ledger, row.id);
  return {
    ...pick(row, 'id', 'amount', 'created', 'currency', 'description', 'failure_code', 'failure_message'),
    ...pick(row, 'payment_intent', 'payment_method', 'receipt_email', 'status'),
    object: 'charge',
    ...nulls('application', 'application_fee', 'application_fee_amount', 'balance_transaction'),
    ...nulls('customer', 'failure_balance_transaction', 'on_behalf_of', 'receipt_number', 'receipt_url'),
    ...nulls('review', 'shipping', 'source', 'source_transfer'),
    ...nulls('statement_descriptor', 'statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    amount_captured: hasSucceeded ? row.amount : 0,
    amount_refunded: refunded,
    billing_details: presentPaymentMethod(paymentMethod).billing_details,
    calculated_statement_descriptor: 'CARD SANDBOX',
    captured: hasSucceeded,
    disputed: isDisputed(ledger, row.id),
    fraud_details: {},
    livemode: false,
    metadata: JSON.parse(row.metadata),
    outcome: makeOutcome(row),
    paid: hasSucceeded,
    payment_method_details: { type: 'card', card: cardDetails(row, paymentMethod) },
    refunded: hasSucceeded && refunded === row.amount,
  };
}

function cardDetails(row: ChargeRow, card: PaymentMethodRow): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    ...describeCard(card),
    ...nulls(
      'authorization_code',
      'installments',
      'mandate',
      'network_transaction_id',
      'transaction_link_id',
    ),
    amount_authorized: row.status === 'succeeded' ? row.amount : null,
    electronic_commerce_indicator: row.authentication === null ? null : '05',
    network: card.brand,
    three_d_secure: row.authentication === null ? null : AUTHENTICATED,
  };
}

/** The details of a charge whose cardholder passed 3-D Secure. */
const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

function makeOutcome(row: ChargeRow): Stripe.Charge.Outcome {
  const common = {
    ...nulls('advice_code', 'network_advice_code', 'network_decline_code'),
    risk_level: 'normal',
  };
  if (row.status === 'succeeded')
    return {
      ...common,
      network_status: 'approved_by_network',
      reason: null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  const isGeneric = row.decline_code === 'generic_decline';
  return {
    ...common,
    network_status: 'declined_by_network',
    reason: row.decline_code,
    seller_message: isGeneric
      ? 'The bank did not return any further details with this decline.'
      : `The bank returned the decline code \`${row.decline_code}\`.`,
    type: 'issuer_declined',
  };
}
