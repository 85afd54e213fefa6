/** Why a card was not charged, in sentences for buyers. */

type Decline = { reason: string; advice: string; codes: string };

/** The reason and what to do, for a decline code or an error code of the provider; also for an unknown one. */
export function explainDecline(code: string | null | undefined): string {
  const { reason, advice } = findDecline(code);
  return `${reason} ${advice}`;
}

/** The reason alone, for an order's history. */
export function describeDecline(code: string | null | undefined): string {
  return findDecline(code).reason;
}

function findDecline(code: string | null | undefined): Decline {
  return declines.find(({ codes }) => codes.split(' ').includes(code ?? '')) ?? unknownDecline;
}

const unknownDecline: Decline = {
  reason: 'Your card was declined.',
  advice: 'Please use another card, or ask your bank why.',
  // lost, stolen or suspected of fraud: declined like others, as Stripe asks
  codes:
    'card_declined generic_decline call_issuer do_not_honor do_not_try_again fraudulent lost_card merchant_blacklist no_action_taken pickup_card revocation_of_all_authorizations revocation_of_authorization security_violation stolen_card stop_payment_order payment_method_customer_decline payment_method_provider_decline highest_risk_level elevated_risk_level rule',
};

/** Source: Stripe's lists of decline codes and of error codes, and the outcomes of its charges. */
const declines: readonly Decline[] = [
  unknownDecline,
  {
    reason: 'Your card has insufficient funds.',
    advice: 'Please use another card.',
    codes: 'insufficient_funds',
  },
  {
    reason: 'Your card has reached its limit.',
    advice: 'Please use another card, or try again tomorrow.',
    codes: 'card_velocity_exceeded withdrawal_count_limit_exceeded card_decline_rate_limit_exceeded',
  },
  {
    reason: 'Your card has expired.',
    advice: 'Please use another card.',
    codes: 'expired_card expired_payment_method',
  },
  {
    reason: 'Your card number is incorrect.',
    advice: 'Please check it.',
    codes: 'incorrect_number invalid_number',
  },
  {
    reason: 'Your card’s security code is incorrect.',
    advice: 'Please check it.',
    codes: 'incorrect_cvc invalid_cvc',
  },
  {
    reason: 'Your card’s expiration date is incorrect.',
    advice: 'Please check it.',
    codes: 'invalid_expiry_month invalid_expiry_year',
  },
  {
    reason: 'Your bank does not know this address for the card.',
    advice: 'Please use another card.',
    codes: 'incorrect_zip incorrect_postal_code incorrect_address postal_code_invalid',
  },
  {
    reason: 'Your card cannot be used for this payment.',
    advice: 'Please use another card.',
    codes:
      'card_not_supported currency_not_supported invalid_account new_account_information_available not_permitted restricted_card service_not_allowed transaction_not_allowed invalid_card_type payment_method_currency_mismatch payment_method_not_available payment_method_restricted three_d_secure_authentication_not_supported',
  },
  {
    reason: 'Your card asks for its PIN, which cannot be entered here.',
    advice: 'Please use another card.',
    codes: 'incorrect_pin invalid_pin offline_pin_required online_or_offline_pin_required pin_try_exceeded',
  },
  {
    reason: 'Your bank does not allow this amount.',
    advice: 'Please use another card, or ask your bank.',
    codes: 'invalid_amount charge_exceeds_source_limit charge_exceeds_transaction_limit',
  },
  {
    reason: 'Your bank could not answer.',
    advice: 'Please try again in a moment, or use another card.',
    codes:
      'approve_with_id issuer_not_available processing_error reenter_transaction try_again_later payment_method_provider_timeout three_d_secure_authentication_upstream_error',
  },
  {
    reason: 'This looks like a payment that was made a moment ago.',
    advice: 'Please look at your orders before you try again.',
    codes: 'duplicate_transaction',
  },
  {
    reason: 'Your bank did not confirm the payment.',
    advice: 'Please try again, or use another card.',
    codes:
      'authentication_required mobile_device_authentication_required payment_intent_authentication_failure authentication_failure',
  },
  {
    reason: 'This shop is in test mode and takes test cards only.',
    advice: 'No money moves here.',
    codes: 'test_mode_live_card testmode_decline testmode_charges_only',
  },
];
