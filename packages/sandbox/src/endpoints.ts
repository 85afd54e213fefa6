/** Every endpoint that the sandbox answers. The README lists the same ones; a test compares the two. */

import { retrieveAccount } from './account/account.ts';
import { listCharges, retrieveCharge } from './charges/endpoints.ts';
import { listDisputes, retrieveDispute, updateDispute } from './disputes/endpoints.ts';
import { listEvents } from './events/endpoints.ts';
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
import { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookEndpoints } from './webhooks/endpoints.ts';

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
  // For tests; Stripe has no such endpoints.
  changeDeliveries,
  readDeliveries,
  sendEvent,
];
