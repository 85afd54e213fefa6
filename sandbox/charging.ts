/** Charges a payment method for an intent and moves the intent accordingly. */

import { addCharge, type ChargeRow } from './charges.ts';
import type { Moment } from './endpoint.ts';
import { after } from './payment-intent-moves.ts';
import { type PaymentIntentRow, savePaymentIntent } from './payment-intents.ts';
import type { PaymentMethodRow } from './payment-methods.ts';
import { behaviourOf } from './test-cards.ts';

/** Asks the bank, once. The intent must be in a state that can be paid; `intent` is changed and kept. */
export function chargeIntent(
  { ledger, now }: Moment,
  intent: PaymentIntentRow,
  paymentMethod: PaymentMethodRow,
  authentication: string | null,
): ChargeRow {
  const { bank } = behaviourOf(paymentMethod.test_card);
  const status = after(intent.status, bank.isApproved ? 'approve' : 'decline');
  if (!status) throw new Error(`Intent ${intent.id} is ${intent.status} and cannot be charged.`);

  const charge = addCharge(ledger, { ...intent, authentication }, paymentMethod, bank, now);
  intent.status = status;
  intent.latest_charge = charge.id;
  intent.payment_method = bank.isApproved ? paymentMethod.id : null;
  intent.authentication = authentication;
  savePaymentIntent(ledger, intent);
  return charge;
}
