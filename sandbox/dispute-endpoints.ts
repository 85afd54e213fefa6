/** The calls that read disputes, answer them with evidence, and give in. */

import type Stripe from 'stripe';
import { z } from 'zod';
import { type DisputeRow, EVIDENCE_IN_WORDS, findDispute, presentDispute, saveDispute } from './disputes.ts';
import { moveDispute } from './disputing.ts';
import { type Call, endpoint, ok } from './endpoint.ts';
import { invalidRequest, noSuch } from './errors.ts';
import { EXPANDABLE, type Expansions, listOf, withExpansions } from './of-charge.ts';
import { scheduleOutcome } from './outcomes.ts';
import { boolean, expansions, mergedMetadata, metadata, unsettableText } from './parameters.ts';
import type { Ledger } from './store.ts';

/** What the bank decides on, in the test mode: https://docs.stripe.com/testing#evidence */
const DECISIONS: Readonly<Record<string, 'win_dispute' | 'lose_dispute'>> = {
  winning_evidence: 'win_dispute',
  losing_evidence: 'lose_dispute',
};

export const retrieveDispute = endpoint({
  method: 'GET',
  path: '/v1/disputes/:id',
  callers: ['server'],
  parameters: z.strictObject({ expand: expansions(EXPANDABLE) }),
  answer: (call, { expand }) => ok(expanded(call.ledger, disputeOfCall(call), expand)),
});

export const listOfDisputes = listOf('disputes', 'dispute', expanded);

/** Evidence goes to the bank with the same call, unless `submit` is false. */
export const updateDispute = endpoint({
  method: 'POST',
  path: '/v1/disputes/:id',
  callers: ['server'],
  parameters: z.strictObject({
    evidence: z.partialRecord(z.enum(EVIDENCE_IN_WORDS), unsettableText(20_000)).optional(),
    submit: boolean().default(true),
    metadata: metadata(),
    expand: expansions(EXPANDABLE),
  }),
  answer: (call, input) => {
    const { ledger } = call;
    const row = disputeOfCall(call);
    row.metadata = mergedMetadata(row.metadata, input.metadata);
    if (input.evidence) {
      if (row.status !== 'needs_response') throw notOpen(row);
      const evidence = Object.entries({ ...JSON.parse(row.evidence), ...input.evidence });
      row.evidence = JSON.stringify(Object.fromEntries(evidence.filter(([, words]) => words !== null)));
    }
    saveDispute(ledger, row);
    if (input.evidence && input.submit) {
      moveDispute(call, row, 'submit');
      const decision = DECISIONS[JSON.parse(row.evidence).uncategorized_text ?? ''];
      if (decision) scheduleOutcome(call, decision, row.id);
    }
    return ok(expanded(ledger, row, input.expand));
  },
});

/** Gives in: the dispute is lost. */
export const closeDispute = endpoint({
  method: 'POST',
  path: '/v1/disputes/:id/close',
  callers: ['server'],
  parameters: z.strictObject({ expand: expansions(EXPANDABLE) }),
  answer: (call, { expand }) => {
    const row = disputeOfCall(call);
    if (!moveDispute(call, row, 'accept')) throw notOpen(row);
    return ok(expanded(call.ledger, row, expand));
  },
});

function disputeOfCall({ ledger, id }: Call): DisputeRow {
  const row = findDispute(ledger, id);
  if (!row) throw noSuch('dispute', id, 'dispute', 404);
  return row;
}

function notOpen({ id, status }: DisputeRow) {
  return invalidRequest({ message: `The dispute ${id} cannot be changed any more: it is ${status}.` });
}

function expanded(ledger: Ledger, row: DisputeRow, expand: Expansions): Stripe.Dispute {
  return withExpansions(ledger, row, presentDispute(ledger, row), expand);
}
