/** Every endpoint that the sandbox answers. The README lists the same ones; a test compares the two. */

import { retrieveAccount } from './account/account.ts';
import { retrieveBalanceTransaction } from './balance-transactions/balance-transaction.ts';
import { listCharges, retrieveCharge } from './charges/endpoints.ts';
import { closeDispute, listDisputes, retrieveDispute, updateDispute } from './disputes/endpoints.ts';
import { listEvents, retrieveEvent } from './events/endpoints.ts';
import type { Endpoint } from './http/endpoint.ts';
import { confirmPaymentIntent } from './payment-intents/confirm.ts';
import {
  cancelPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents/endpoints.ts';
import { createRefund, listRefunds, retrieveRefund } from './refunds/endpoints.ts';
import { changeDeliveries, readDeliveries, sendEvent } from './webhooks/delivery-control.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  updateWebhookEndpoint,
} from './webhooks/endpoints.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  retrieveAccount,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
  confirmPaymentIntent,
  cancelPaymentIntent,
  listCharges,
  retrieveCharge,
  retrieveBalanceTransaction,
  createRefund,
  listRefunds,
  retrieveRefund,
  listDisputes,
  retrieveDispute,
  updateDispute,
  closeDispute,
  listEvents,
  retrieveEvent,
  createWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  // For tests; Stripe has no such endpoints.
  changeDeliveries,
  readDeliveries,
  sendEvent,
];
