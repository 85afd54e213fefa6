/** What a bank says of a dispute, in words for people. */
import { describe, expect, test } from 'vitest';
import {
  describeDisputeOutcome,
  describeDisputeReason,
  describeDisputeStatus,
} from '#payments/rules/dispute-words.ts';
import { isClosed } from '#payments/rules/disputes.ts';

/** Source: Stripe's API reference, 'The Dispute object'. */
const reasons =
  'bank_cannot_process check_returned credit_not_processed customer_initiated debit_not_authorized duplicate fraudulent general incorrect_account_details insufficient_funds noncompliant product_not_received product_unacceptable subscription_canceled unrecognized';
const statuses =
  'appeal_needs_response appeal_under_review lost needs_response prevented under_review warning_closed warning_needs_response warning_under_review won';

describe('of a dispute', () => {
  test.each(reasons.split(' '))('the reason %s is a sentence of our own', (word) => {
    expect(describeDisputeReason(word)).toMatch(/^[A-Z][^_“]+\.$/);
  });

  test.each(statuses.split(' '))('the status %s has words of our own', (word) => {
    expect(describeDisputeStatus(word)).toMatch(/^[A-Z][^_]+$/);
    if (isClosed(word)) expect(describeDisputeOutcome(word)).not.toContain('The dispute is over');
  });

  test('an unknown word of the provider still gives a readable sentence', () => {
    expect(describeDisputeReason('brand_new_reason')).toBe('The bank’s reason is “brand new reason”.');
    expect(describeDisputeStatus('brand_new_status')).toBe('Brand new status');
    expect(describeDisputeOutcome('brand_new_status')).toBe('The dispute is over: brand new status');
  });
});
