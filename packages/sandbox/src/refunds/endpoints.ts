/** The endpoints that create and read refunds. */
import { z } from 'zod';
import { type ChargeRow, getCharge, isDisputed, presentCharge } from '../charges/charge.ts';
import { readByIntent } from '../charges/read-by-intent.ts';
import { recordEvent } from '../events/event.ts';
import { type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import { invalidRequest, noSuch, requireFound } from '../http/errors.ts';
import { choiceParameter, integer, mergedMetadata, metadata, text } from '../http/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findPaymentIntent } from '../payment-intents/payment-intent.ts';
import { findBehaviour } from '../payment-methods/card.ts';
import { getPaymentMethod } from '../payment-methods/payment-method.ts';
import { scheduleOutcome } from '../scheduler/outcomes.ts';
import { addRefund, findRefund, presentRefund, type RefundRow, sumRefunded } from './refund.ts';

export const createRefund = endpoint({
  method: 'POST',
  path: '/v1/refunds',
  parameters: z.strictObject({
    payment_intent: text(),
    amount: integer({ min: 1 }).optional(),
    reason: choiceParameter(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata: metadata(),
  }),
  answer: (call, input) => {
    const { ledger } = call;
    const charge = chargeToRefund(ledger, input.payment_intent);
    const amount = refundableAmount(ledger, charge, input.amount);
    const { refund: course } = findBehaviour(getPaymentMethod(ledger, charge.payment_method).test_card);
    const refund = addRefund(call, {
      charge: charge.id,
      payment_intent: charge.payment_intent,
      amount,
      currency: charge.currency,
      reason: input.reason ?? null,
      status: course === 'succeeds later' ? 'pending' : 'succeeded',
      metadata: mergedMetadata('{}', input.metadata),
    });
    recordEvent(call, 'refund.created', presentRefund(refund));
    const shown = presentCharge(ledger, charge);
    const before = { amount_refunded: shown.amount_refunded - amount, refunded: false };
    recordEvent(call, 'charge.refunded', shown, before);
    if (course) {
      const kind = course === 'succeeds later' ? 'succeed_refund' : 'fail_refund';
      scheduleOutcome(call, kind, refund.id);
    }
    return ok(presentRefund(refund));
  },
});

export const { retrieve: retrieveRefund, list: listRefunds } = readByIntent(
  'refund',
  findRequestedRefund,
  (_, refund) => presentRefund(refund),
);

function findRequestedRefund({ ledger, id }: EndpointCall): RefundRow {
  return requireFound(findRefund(ledger, id), 'refund', id, 'id', 404);
}

/** The successful charge of an intent. */
function chargeToRefund(ledger: Ledger, intentId: string): ChargeRow {
  const intent = findPaymentIntent(ledger, intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent', 400);
  const charge = intent.latest_charge === null ? undefined : getCharge(ledger, intent.latest_charge);
  if (charge?.status === 'succeeded') return charge;
  throw invalidRequest({
    message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
  });
}

/** The given amount, or all that is left. The transaction keeps two refunds from using the same money. */
function refundableAmount(ledger: Ledger, charge: ChargeRow, wanted: number | undefined): number {
  if (isDisputed(ledger, charge.id))
    throw invalidRequest({
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    });
  const left = charge.amount - sumRefunded(ledger, charge.id);
  if (left === 0)
    throw invalidRequest({
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  if (wanted === undefined || wanted <= left) return wanted ?? left;
  const limitName = left === charge.amount ? 'charge amount' : 'unrefunded amount on charge';
  throw invalidRequest({
    message: `Refund amount (${dollars(wanted)}) is greater than ${limitName} (${dollars(left)})`,
    param: 'amount',
  });
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'usd' });
}
