/** Payment intents: the row in the ledger, and the object that callers see. */
import type Stripe from 'stripe';
import { findDecline, getCharge } from '../charges/charge.ts';
import type { Caller, Moment } from '../http/endpoint.ts';
import {
  type Ledger,
  type MoneyRow,
  makeTable,
  newClientSecret,
  newId,
  nulls,
  pick,
} from '../ledger/ledger.ts';
import { findFailure, getAuthentication, makeNextAction } from '../three-d-secure/authentication.ts';
import type { Status } from './transitions.ts';

export type PaymentIntentRow = MoneyRow & {
  client_secret: string;
  status: Status;
  description: string | null;
  receipt_email: string | null;
  /** 'always' or 'never' when the intent takes automatic payment methods, otherwise null. */
  allow_redirects: string | null;
  /** JSON: the payment method types that were allowed at creation, or null. */
  allowed_types: string | null;
  payment_method: string | null;
  latest_charge: string | null;
  /** The 3-D Secure authentication of the latest attempt, whatever its outcome. */
  authentication: string | null;
  cancellation_reason: string | null;
  canceled_at: number | null;
};

type NewIntent = Pick<
  PaymentIntentRow,
  'amount' | 'currency' | 'description' | 'receipt_email' | 'metadata' | 'allow_redirects' | 'allowed_types'
>;

const intents = makeTable<PaymentIntentRow>('payment_intents', 'payment intent', 'pi');
export const { find: findPaymentIntent, get: getPaymentIntent, save: savePaymentIntent } = intents;

export function addPaymentIntent(moment: Moment, intent: NewIntent): PaymentIntentRow {
  const id = newId('pi');
  const status: Status = 'requires_payment_method';
  return intents.add(moment, { ...intent, id, client_secret: newClientSecret(id), status });
}

/** The whole intent for the server; for a browser the fields that Stripe shows to publishable keys. */
export function presentTo(
  caller: Caller,
  intent: Stripe.PaymentIntent,
): Stripe.PaymentIntent | Pick<Stripe.PaymentIntent, (typeof PUBLIC_FIELDS)[number]> {
  return caller === 'server' ? intent : pick(intent, ...PUBLIC_FIELDS);
}

const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

export function presentPaymentIntent(ledger: Ledger, row: PaymentIntentRow): Stripe.PaymentIntent {
  return {
    ...pick(row, 'id', 'amount', 'canceled_at', 'cancellation_reason', 'client_secret', 'created'),
    ...pick(row, 'currency', 'description', 'latest_charge', 'payment_method', 'receipt_email', 'status'),
    object: 'payment_intent',
    ...nulls('application', 'application_fee_amount', 'customer', 'customer_account'),
    ...nulls('excluded_payment_method_types', 'managed_payments', 'on_behalf_of'),
    ...nulls('payment_method_configuration_details', 'payment_record', 'processing', 'review'),
    ...nulls('setup_future_usage', 'shipping', 'source', 'statement_descriptor'),
    ...nulls('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    allowed_payment_method_types: row.allowed_types === null ? null : JSON.parse(row.allowed_types),
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    automatic_payment_methods: row.allow_redirects
      ? { allow_redirects: row.allow_redirects, enabled: true }
      : null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    last_payment_error: lastPaymentError(ledger, row),
    livemode: false,
    metadata: JSON.parse(row.metadata),
    next_action: nextAction(ledger, row),
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
  };
}

function nextAction(ledger: Ledger, row: PaymentIntentRow): Stripe.PaymentIntent.NextAction | null {
  if (row.status !== 'requires_action' || row.authentication === null) return null;
  return makeNextAction(getAuthentication(ledger, row.authentication));
}

/** Why the latest attempt failed; null as soon as a new attempt begins. */
function lastPaymentError(
  ledger: Ledger,
  row: PaymentIntentRow,
): Stripe.PaymentIntent.LastPaymentError | null {
  if (row.status === 'requires_action') return null;
  const failure = row.authentication && findFailure(ledger, getAuthentication(ledger, row.authentication));
  const error = failure || (row.latest_charge && findDecline(ledger, getCharge(ledger, row.latest_charge)));
  if (!error) return null;
  const { payment_intent: _, ...shown } = error;
  return shown;
}
