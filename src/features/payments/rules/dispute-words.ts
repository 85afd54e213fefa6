/** What the provider says of a dispute, in words for people; apart, because only pages with disputes load them. */
import { capitalize } from '#kernel/words.ts';

/** Source: Stripe's API reference, `reason` of 'The Dispute object'. */
export function describeDisputeReason(word: string): string {
  return reasonTexts[word] ?? `The bank’s reason is “${replaceUnderscores(word)}”.`;
}

const reasonTexts: Record<string, string> = {
  bank_cannot_process: 'The bank cannot process the payment.',
  check_returned: 'The bank has returned the cheque.',
  credit_not_processed: 'The card’s holder says that a refund they were promised has not come.',
  customer_initiated: 'The card’s holder has asked the bank for the money.',
  debit_not_authorized: 'The account’s holder says that they did not allow the payment.',
  duplicate: 'The card’s holder says that they paid twice for the same thing.',
  fraudulent: 'The card’s holder says that somebody else made the payment.',
  general: 'The bank gives no particular reason.',
  incorrect_account_details: 'The details of the account are wrong.',
  insufficient_funds: 'There is not enough money in the account.',
  noncompliant: 'The bank says that the payment does not keep to the rules of its network.',
  product_not_received: 'The card’s holder says that the goods have not arrived.',
  product_unacceptable: 'The card’s holder says that the goods are damaged or not what was ordered.',
  subscription_canceled: 'The card’s holder says that they had cancelled before they were charged.',
  unrecognized: 'The card’s holder does not recognize the payment.',
};

/** Source: Stripe's API reference, `status` of 'The Dispute object'. */
export function describeDisputeStatus(status: string): string {
  return statusTexts[status] ?? capitalize(replaceUnderscores(status));
}

const statusTexts: Record<string, string> = {
  needs_response: 'Answer needed',
  under_review: 'Under review',
  appeal_needs_response: 'Appeal: answer needed',
  appeal_under_review: 'Appeal under review',
  warning_needs_response: 'Inquiry: answer needed',
  warning_under_review: 'Inquiry under review',
  warning_closed: 'Inquiry closed',
  won: 'Won',
  lost: 'Lost',
  prevented: 'Prevented',
};

export function describeDisputeOutcome(status: string): string {
  return outcomeTexts[status] ?? `The dispute is over: ${replaceUnderscores(status)}`;
}

const outcomeTexts: Record<string, string> = {
  won: 'The bank has decided: the shop keeps the payment',
  lost: 'The bank has decided: the payment goes back to the card’s holder',
  warning_closed: 'The bank’s inquiry is over: nothing was taken back',
  prevented: 'The dispute was prevented',
};

function replaceUnderscores(word: string): string {
  return word.replaceAll('_', ' ');
}
