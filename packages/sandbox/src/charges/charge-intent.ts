/** Charges a payment method for an intent, and updates the intent. */
import { recordEvent } from '../events/event.ts';
import type { Moment } from '../http/endpoint.ts';
import {
  type PaymentIntentRow,
  presentPaymentIntent,
  savePaymentIntent,
} from '../payment-intents/payment-intent.ts';
import { after } from '../payment-intents/transitions.ts';
import { findBehaviour } from '../payment-methods/card.ts';
import type { PaymentMethodRow } from '../payment-methods/payment-method.ts';
import { scheduleOutcome } from '../scheduler/outcomes.ts';
import { addCharge, type ChargeRow, presentCharge } from './charge.ts';

/** Tries the card once. The intent must be payable; `intent` is changed and saved. */
export function chargeIntent(
  moment: Moment,
  intent: PaymentIntentRow,
  paymentMethod: PaymentMethodRow,
  authentication: string | null,
): ChargeRow {
  const { ledger } = moment;
  const { decline, dispute } = findBehaviour(paymentMethod.test_card);
  const status = after(intent.status, decline ? 'decline' : 'approve');
  if (!status) throw new Error(`Intent ${intent.id} is ${intent.status} and cannot be charged.`);

  const charge = addCharge(moment, { ...intent, authentication }, paymentMethod, decline);
  intent.status = status;
  intent.latest_charge = charge.id;
  intent.payment_method = decline ? null : paymentMethod.id;
  intent.authentication = authentication;
  savePaymentIntent(ledger, intent);
  const [ofCharge, ofIntent] = decline
    ? (['charge.failed', 'payment_intent.payment_failed'] as const)
    : (['charge.succeeded', 'payment_intent.succeeded'] as const);
  recordEvent(moment, ofCharge, presentCharge(ledger, charge));
  recordEvent(moment, ofIntent, presentPaymentIntent(ledger, intent));
  if (!decline && dispute) scheduleOutcome(moment, 'open_dispute', charge.id);
  return charge;
}
