/** Payment methods: the part of a card that may be stored, and the billing details. */
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Moment } from '../http/endpoint.ts';
import { choiceParameter, unsettableEmail, unsettableText } from '../http/parameters.ts';
import { makeTable } from '../ledger/ledger.ts';
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
  return paymentMethods.add(moment, {
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    cvc_check: card.isCvcGiven ? 'pass' : null,
    billing_details: JSON.stringify(billingDetails(billing)),
    test_card: card.alias,
  });
}

export function presentPaymentMethod(row: PaymentMethodRow): Stripe.PaymentMethod {
  return {
    id: row.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: JSON.parse(row.billing_details),
    card: {
      brand: row.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: row.cvc_check },
      country: 'US',
      display_brand: row.brand,
      exp_month: row.exp_month,
      exp_year: row.exp_year,
      fingerprint: row.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: row.last4,
      networks: { available: [row.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: row.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

function billingDetails(given: BillingParameters): Stripe.PaymentMethod.BillingDetails {
  const address = given?.address;
  return {
    address: {
      city: address?.city ?? null,
      country: address?.country ?? null,
      line1: address?.line1 ?? null,
      line2: address?.line2 ?? null,
      postal_code: address?.postal_code ?? null,
      state: address?.state ?? null,
    },
    email: given?.email ?? null,
    name: given?.name ?? null,
    phone: given?.phone ?? null,
    tax_id: null,
  };
}
