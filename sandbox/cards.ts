/** Cards as they are presented: the checks before a charge, and the part of a card that may be kept. */

import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { cardError } from './errors.ts';
import { integer, text } from './parameters.ts';
import { TEST_CARDS, type TestCard } from './test-cards.ts';

/** All of a card that may be kept. The number and the security code are read, judged and forgotten. */
export type Card = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
  isCvcGiven: boolean;
  /** Names the test card, and with it what it does. */
  alias: string;
};

/** A card as a browser sends it. */
export const cardParameters = z.strictObject({
  number: text(),
  exp_month: integer(),
  exp_year: integer(),
  cvc: z.string().optional(),
});
export type PresentedCard = z.infer<typeof cardParameters>;

/**
 * Judges a card that was typed in. Throws the provider's card error for a wrong number, date or security code, and for
 * every number that is not a test card. Such a number may be somebody's real card: it is refused before anything of it
 * is kept, be it only the last four digits.
 */
export function readCard(presented: PresentedCard, hashKey: string, now: Date): Card {
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

function keepable(
  card: TestCard,
  expMonth: number,
  expYear: number,
  isCvcGiven: boolean,
  hashKey: string,
): Card {
  return {
    brand: card.brand,
    last4: card.number.slice(-4),
    expMonth,
    expYear,
    fingerprint: createHmac('sha256', hashKey).update(`card:${card.number}`).digest('base64url').slice(0, 16),
    isCvcGiven,
    alias: card.alias,
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

/** Answers the year with four digits. A card is good to the end of its month, and at most 50 years from now. */
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

/** Optional, as at Stripe; when it is given it must be three digits, four for American Express. */
function checkSecurityCode(code: string | undefined, number: string): void {
  const pattern = /^3[47]/.test(number) ? /^\d{4}$/ : /^\d{3}$/;
  if (code !== undefined && !pattern.test(code))
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
}

/** ISO/IEC 7812-1, annex B: the check digit that catches most slips of typing. */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const NOT_A_TEST_CARD =
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
