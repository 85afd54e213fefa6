/** Cards: validation of what a buyer typed, and the part of a card that may be stored. */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { cardError } from '../http/errors.ts';
import { integer, text } from '../http/parameters.ts';

/** The part of a card that may be stored, as columns. The number and the security code are checked and dropped. */
export type Card = ReturnType<typeof keepable>;

/** A card as a browser sends it. */
export const cardParameters = z.strictObject({
  number: text(),
  exp_month: integer(),
  exp_year: integer(),
  cvc: z.string().optional(),
});

/**
 * Validates a typed card. Throws Stripe's card error for a wrong number, date or security code, and for every number that
 * is not a test card. Such a number may be a real card: it is refused before anything of it is stored, the last four digits
 * included.
 */
export function readCard(presented: z.infer<typeof cardParameters>, hashKey: string, now: Date): Card {
  const number = presented.number.replace(/[ -]/g, '');
  checkNumber(number);
  const expYear = checkExpiry(presented.exp_month, presented.exp_year, now);
  checkSecurityCode(presented.cvc, number);

  const testCard = TEST_CARDS.find((card) => card.number === number);
  if (!testCard)
    throw cardError({ code: 'card_declined', decline_code: 'test_mode_live_card', message: NOT_A_TEST_CARD });
  return keepable(testCard, presented.exp_month, expYear, presented.cvc !== undefined, hashKey);
}

/** The test card behind a ready-made payment method such as pm_card_visa, or undefined. */
export function readyMadeCard(alias: string, hashKey: string, now: Date): Card | undefined {
  const testCard = TEST_CARDS.find((card) => card.alias === alias);
  return testCard && keepable(testCard, 12, now.getUTCFullYear() + 1, false, hashKey);
}

function keepable(card: TestCard, exp_month: number, exp_year: number, isCvcGiven: boolean, hashKey: string) {
  return {
    brand: 'visa',
    last4: card.number.slice(-4),
    exp_month,
    exp_year,
    fingerprint: createHmac('sha256', hashKey).update(`card:${card.number}`).digest('base64url').slice(0, 16),
    cvc_check: isCvcGiven ? 'pass' : null,
    /** It decides what the card does. */
    test_card: card.alias,
  };
}

function checkNumber(number: string): void {
  if (!/^\d+$/.test(number))
    throw cardError({
      code: 'invalid_number',
      message: 'The card number is not a valid credit card number.',
      param: 'number',
    });
  if (number.length < 12 || number.length > 19 || !passesLuhn(number))
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
}

/** Returns the year with four digits. A card is valid to the end of its month, and at most 50 years from now. */
function checkExpiry(month: number, year: number, now: Date): number {
  const thisYear = now.getUTCFullYear();
  const fullYear = year >= 0 && year < 100 ? year + Math.floor(thisYear / 100) * 100 : year;
  const badMonth = {
    code: 'invalid_expiry_month',
    message: "Your card's expiration month is invalid.",
    param: 'exp_month',
  };
  const badYear = {
    code: 'invalid_expiry_year',
    message: "Your card's expiration year is invalid.",
    param: 'exp_year',
  };

  if (month < 1 || month > 12) throw cardError(badMonth);
  if (fullYear < thisYear || fullYear > thisYear + 50) throw cardError(badYear);
  if (fullYear === thisYear && month < now.getUTCMonth() + 1) throw cardError(badMonth);
  return fullYear;
}

/** Optional, as at Stripe; three digits, four for American Express. */
function checkSecurityCode(code: string | undefined, number: string): void {
  const pattern = /^3[47]/.test(number) ? /^\d{4}$/ : /^\d{3}$/;
  if (code !== undefined && !pattern.test(code))
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
}

/** The check digit of ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const NOT_A_TEST_CARD =
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';

/** Why a bank declines a charge, as columns: https://docs.stripe.com/testing and https://docs.stripe.com/declines/codes */
export type Decline = { failure_code: 'card_declined'; decline_code: string; failure_message: string };

/** What a card does. Found by the card's alias, because the number is not stored. */
type Behaviour = {
  /** Without it the charge is approved. */
  decline?: Decline;
  /** Whether it requires 3-D Secure before it is charged. */
  needsAuthentication?: true;
  /** The outcome of a refund that is not final at once. */
  refund?: 'succeeds later' | 'fails later';
  /** The reason of a dispute, some time after the charge. */
  dispute?: 'fraudulent' | 'product_not_received';
};

type TestCard = Behaviour & {
  number: string;
  /** The id of the ready-made payment method. */
  alias: string;
};

const DECLINED: Decline = {
  failure_code: 'card_declined',
  decline_code: 'generic_decline',
  failure_message: 'Your card was declined.',
};

const INSUFFICIENT: Decline = {
  failure_code: 'card_declined',
  decline_code: 'insufficient_funds',
  failure_message: 'Your card has insufficient funds.',
};

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', alias: 'pm_card_visa' },
  { number: '4000000000000002', alias: 'pm_card_visa_chargeDeclined', decline: DECLINED },
  {
    number: '4000000000009995',
    alias: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    decline: INSUFFICIENT,
  },
  // At Stripe these two differ only for saved cards, which the sandbox does not have.
  { number: '4000002500003155', alias: 'pm_card_authenticationRequiredOnSetup', needsAuthentication: true },
  { number: '4000002760003184', alias: 'pm_card_authenticationRequired', needsAuthentication: true },
  {
    number: '4000008260003178',
    alias: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    decline: INSUFFICIENT,
    needsAuthentication: true,
  },
  { number: '4000000000007726', alias: 'pm_card_pendingRefund', refund: 'succeeds later' },
  { number: '4000000000005126', alias: 'pm_card_refundFail', refund: 'fails later' },
  { number: '4000000000000259', alias: 'pm_card_createDispute', dispute: 'fraudulent' },
  {
    number: '4000000000002685',
    alias: 'pm_card_createDisputeProductNotReceived',
    dispute: 'product_not_received',
  },
];

/** What the card with this alias does. Rows of older versions have no alias: these cards have no later outcome. */
export function findBehaviour(alias: string | null): Behaviour {
  return TEST_CARDS.find((card) => card.alias === alias) ?? {};
}
