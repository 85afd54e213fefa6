/** The test cards: their numbers, and what each does when it is charged and afterwards. */

/** The bank's answer to a charge: https://docs.stripe.com/testing and https://docs.stripe.com/declines/codes */
export type BankAnswer =
  | { isApproved: true }
  | { isApproved: false; code: 'card_declined'; declineCode: string; message: string };

/** What a card does. Found by the card's alias, because the number is not stored. */
export type Behaviour = {
  bank: BankAnswer;
  /** Whether it requires 3-D Secure before it is charged. */
  needsAuthentication?: true;
  /** The outcome of a refund that is not final at once. */
  refund?: 'succeeds later' | 'fails later';
  /** The reason of a dispute, some time after the charge. */
  dispute?: 'fraudulent' | 'product_not_received';
};

export type TestCard = Behaviour & {
  number: string;
  brand: string;
  /** The id of the ready-made payment method. */
  alias: string;
};

const APPROVED: BankAnswer = { isApproved: true };

const DECLINED: BankAnswer = {
  isApproved: false,
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};

const INSUFFICIENT: BankAnswer = {
  isApproved: false,
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', alias: 'pm_card_visa', bank: APPROVED },
  { number: '4000000000000002', brand: 'visa', alias: 'pm_card_visa_chargeDeclined', bank: DECLINED },
  {
    number: '4000000000009995',
    brand: 'visa',
    alias: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    bank: INSUFFICIENT,
  },
  // At Stripe these two differ only for saved cards, which the sandbox does not have.
  {
    number: '4000002500003155',
    brand: 'visa',
    alias: 'pm_card_authenticationRequiredOnSetup',
    bank: APPROVED,
    needsAuthentication: true,
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    alias: 'pm_card_authenticationRequired',
    bank: APPROVED,
    needsAuthentication: true,
  },
  {
    number: '4000008260003178',
    brand: 'visa',
    alias: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    bank: INSUFFICIENT,
    needsAuthentication: true,
  },
  {
    number: '4000000000007726',
    brand: 'visa',
    alias: 'pm_card_pendingRefund',
    bank: APPROVED,
    refund: 'succeeds later',
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    alias: 'pm_card_refundFail',
    bank: APPROVED,
    refund: 'fails later',
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    alias: 'pm_card_createDispute',
    bank: APPROVED,
    dispute: 'fraudulent',
  },
  {
    number: '4000000000002685',
    brand: 'visa',
    alias: 'pm_card_createDisputeProductNotReceived',
    bank: APPROVED,
    dispute: 'product_not_received',
  },
];

/** What the card with this alias does. Rows of older versions have no alias: these cards have no later outcome. */
export function findBehaviour(alias: string | null): Behaviour {
  return TEST_CARDS.find((card) => card.alias === alias) ?? { bank: APPROVED };
}
