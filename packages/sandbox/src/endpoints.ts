/** Every endpoint that the sandbox answers. The README lists the same ones; a test compares the two. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { listCharges } from './charges/endpoints.ts';
import { listDisputes, retrieveDispute, updateDispute } from './disputes/endpoints.ts';
import { listEvents } from './events/endpoints.ts';
import { type Endpoint, endpoint, ok } from './http/endpoint.ts';
import { clearTables, type Ledger } from './ledger/ledger.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents/endpoints.ts';
import { createRefund, listRefunds, retrieveRefund } from './refunds/endpoints.ts';
import {
  changeDeliveries,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  readDeliveries,
  sendEvent,
} from './webhooks/endpoints.ts';

const retrieveAccount = endpoint({
  method: 'GET',
  path: '/v1/account',
  parameters: z.strictObject({}),
  answer: ({ ledger }) => ok(presentAccount(ledger)),
});

/** All payments and what came of them; the account and its webhooks stay. */
const clearLedger = endpoint({
  method: 'POST',
  path: '/sandbox/clear',
  parameters: z.strictObject({}),
  answer: ({ ledger }) => {
    clearTables(ledger);
    return ok({});
  },
});

export const ENDPOINTS: readonly Endpoint[] = [
  retrieveAccount,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
  confirmPaymentIntent,
  cancelPaymentIntent,
  listCharges,
  createRefund,
  listRefunds,
  retrieveRefund,
  listDisputes,
  retrieveDispute,
  updateDispute,
  listEvents,
  createWebhookEndpoint,
  listWebhookEndpoints,
  deleteWebhookEndpoint,
  // Stripe has no such endpoints.
  changeDeliveries,
  readDeliveries,
  sendEvent,
  clearLedger,
];

function presentAccount({ account: { id, created } }: Ledger): Stripe.Account {
  return {
    id,
    object: 'account',
    business_profile: null,
    business_type: null,
    capabilities: { card_payments: 'active' },
    charges_enabled: true,
    country: 'US',
    created,
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: false,
    type: 'standard',
  };
}
