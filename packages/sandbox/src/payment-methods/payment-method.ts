/** Payment methods: the part of a card that may be stored, and the billing details. */
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Moment } from '../http/endpoint.ts';
import { choiceParameter, unsettableEmail, unsettableText } from '../http/parameters.ts';
import { makeTable, nulls, pick } from '../ledger/ledger.ts';
import { type Card, cardParameters } from './card.ts';

export type PaymentMethodRow = {
  id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  cvc_check: string | null;
  billing_details: string;
  /** Alias of the test card; null in rows of older versions. */
  test_card: string | null;
  created: number;
};

/** The `payment_method_data` of a confirmation. */
export const paymentMethodParameters = z.strictObject({
  type: choiceParameter(['card']),
  card: cardParameters,
  billing_details: z
    .strictObject({
      name: unsettableText(5_000),
      email: unsettableEmail(),
      phone: unsettableText(5_000),
      address: z
        .strictObject({
          city: unsettableText(5_000),
          country: unsettableText(5_000),
          line1: unsettableText(5_000),
          line2: unsettableText(5_000),
          postal_code: unsettableText(5_000),
          state: unsettableText(5_000),
        })
        .partial(),
    })
    .partial()
    .optional(),
});
type BillingParameters = z.infer<typeof paymentMethodParameters>['billing_details'];

const paymentMethods = makeTable<PaymentMethodRow>('payment_methods', 'payment method', 'pm');
export const { get: getPaymentMethod } = paymentMethods;

export function addPaymentMethod(moment: Moment, card: Card, billing: BillingParameters): PaymentMethodRow {
  const billing_details = JSON.stringify(billingDetails(billing));
  return paymentMethods.add(moment, { ...card, billing_details });
}

export function presentPaymentMethod(row: PaymentMethodRow): Stripe.PaymentMethod {
  return {
    id: row.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: JSON.parse(row.billing_details),
    card: {
      ...describeCard(row),
      display_brand: row.brand,
      generated_from: null,
      networks: { available: [row.brand], preferred: null },
      three_d_secure_usage: { supported: true },
    },
    created: row.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** What a charge says of its card, too. */
export function describeCard(row: PaymentMethodRow) {
  return {
    ...pick(row, 'brand', 'exp_month', 'exp_year', 'fingerprint', 'last4'),
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: row.cvc_check },
    country: 'US',
    funding: 'credit',
    regulated_status: 'unregulated' as const,
    wallet: null,
  };
}

const NO_ADDRESS = nulls('city', 'country', 'line1', 'line2', 'postal_code', 'state');
const NO_DETAILS = nulls('email', 'name', 'phone', 'tax_id');

function billingDetails({ address, ...given }: BillingParameters = {}): Stripe.PaymentMethod.BillingDetails {
  return { address: { ...NO_ADDRESS, ...address }, ...NO_DETAILS, ...given };
}
