/** The endpoints that read disputes and submit evidence. */
import { z } from 'zod';
import { readByIntent } from '../charges/read-by-intent.ts';
import { type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import { invalidRequest, requireFound } from '../http/errors.ts';
import { unsettableText } from '../http/parameters.ts';
import { scheduleOutcome } from '../scheduler/outcomes.ts';
import { type DisputeRow, EVIDENCE_IN_WORDS, findDispute, moveDispute, presentDispute } from './dispute.ts';

/** The evidence that decides a dispute in test mode: https://docs.stripe.com/testing#evidence */
const DECISIONS: Readonly<Record<string, 'win_dispute' | 'lose_dispute'>> = {
  winning_evidence: 'win_dispute',
  losing_evidence: 'lose_dispute',
};

export const { retrieve: retrieveDispute, list: listDisputes } = readByIntent(
  'dispute',
  findRequestedDispute,
  presentDispute,
);

/** Submits the evidence to the bank. */
export const updateDispute = endpoint({
  method: 'POST',
  path: '/v1/disputes/:id',
  parameters: z.strictObject({
    evidence: z.partialRecord(z.enum(EVIDENCE_IN_WORDS), unsettableText(20_000)),
  }),
  answer: (call, { evidence }) => {
    const { ledger } = call;
    const row = findRequestedDispute(call);
    const { id, status } = row;
    if (status !== 'needs_response')
      throw invalidRequest({ message: `The dispute ${id} cannot be changed any more: it is ${status}.` });
    const words = Object.entries(evidence).filter(([, text]) => text !== null);
    row.evidence = JSON.stringify(Object.fromEntries(words));
    moveDispute(call, row, 'submit');
    const decision = DECISIONS[evidence.uncategorized_text ?? ''];
    if (decision) scheduleOutcome(call, decision, row.id);
    return ok(presentDispute(ledger, row));
  },
});

function findRequestedDispute({ ledger, id }: EndpointCall): DisputeRow {
  return requireFound(findDispute(ledger, id), 'dispute', id, 'dispute', 404);
}
