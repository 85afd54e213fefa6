/** What buyers read when a card is not charged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeDecline, explainDecline } from '#payments/rules/declines.ts';

/** Source: Stripe's documentation, 'Decline codes'. */
const declineCodes =
  'authentication_required approve_with_id call_issuer card_not_supported card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist mobile_device_authentication_required new_account_information_available no_action_taken not_permitted offline_pin_required online_or_offline_pin_required pickup_card pin_try_exceeded processing_error reenter_transaction restricted_card revocation_of_all_authorizations revocation_of_authorization security_violation service_not_allowed stolen_card stop_payment_order test_mode_live_card testmode_decline transaction_not_allowed try_again_later withdrawal_count_limit_exceeded';

/** Stripe's advice: whoever holds such a card learns no more than of any other. */
const hiddenCodes = ['fraudulent', 'lost_card', 'merchant_blacklist', 'pickup_card', 'stolen_card'];

const unknown = explainDecline('a_code_of_tomorrow');

test.each(declineCodes.split(' '))('the decline code %s is a reason and what to do', (code) => {
  expect(explainDecline(code)).toMatch(/^[A-Z][^_.]+\. [A-Z][^_.]+\.$/);
  expect(explainDecline(code)).toContain(describeDecline(code));
  // each code is in the table: one that is not would be answered as an unknown one
  const isPlain = /^(call_issuer|do_not|generic|no_action|revocation|security|stop_payment)/.test(code);
  expect(explainDecline(code) === unknown).toBe(isPlain || hiddenCodes.includes(code));
});

test('each error code of the SDK that is about a card has a sentence', () => {
  const types = readFileSync('node_modules/stripe/esm/resources/PaymentIntents.d.ts', 'utf8');
  const unions = [...types.matchAll(/type Code = (.*) \| OtherString;/g)].map(([, union = '']) => union);
  const codes = unions.flatMap((union) => union.split(' | ').map((code) => code.replaceAll("'", '')));
  const cardCodes = codes.filter((code) => aboutCards.test(code) && !otherCodes.includes(code));
  expect(cardCodes).toContain('incorrect_cvc');
  expect(cardCodes.filter((code) => explainDecline(code) === unknown)).toEqual(['card_declined']);
});

/** Codes of card payments in a list for all objects and methods. */
const aboutCards =
  /card|cvc|expiry|expired_payment|incorrect_|insufficient_funds|three_d_secure|postal_code|processing_error|invalid_number|^authentication_|charge_exceeds|payment_method_(currency|not_available|restricted|provider_timeout)|testmode_charges/;
const otherCodes = [
  'cardholder_phone_number_required',
  'payment_method_microdeposit_processing_error',
  'token_card_network_invalid',
];

test('an unknown code is a declined card, and so is none', () => {
  expect(unknown).toBe('Your card was declined. Please use another card, or ask your bank why.');
  for (const code of [undefined, null, '', ' ']) expect(explainDecline(code)).toBe(unknown);
});
