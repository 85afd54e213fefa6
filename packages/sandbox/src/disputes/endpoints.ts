/** The endpoints that read disputes, submit evidence, and close them. */
import { z } from 'zod';
import { EXPANDABLE, readByCharge } from '../charges/read-by-charge.ts';
import { type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import { invalidRequest, noSuch } from '../http/errors.ts';
import { boolean, expansions, mergedMetadata, metadata, unsettableText } from '../http/parameters.ts';
import { scheduleOutcome } from '../scheduler/outcomes.ts';
import {
  type DisputeRow,
  EVIDENCE_IN_WORDS,
  findDispute,
  moveDispute,
  presentDispute,
  saveDispute,
} from './dispute.ts';

/** The evidence that decides a dispute in test mode: https://docs.stripe.com/testing#evidence */
const DECISIONS: Readonly<Record<string, 'win_dispute' | 'lose_dispute'>> = {
  winning_evidence: 'win_dispute',
  losing_evidence: 'lose_dispute',
};

const disputes = readByCharge('dispute', findRequestedDispute, presentDispute);
export const { retrieve: retrieveDispute, list: listDisputes } = disputes;

/** Submits the evidence to the bank, unless `submit` is false. */
export const updateDispute = endpoint({
  method: 'POST',
  path: '/v1/disputes/:id',
  parameters: z.strictObject({
    evidence: z.partialRecord(z.enum(EVIDENCE_IN_WORDS), unsettableText(20_000)).optional(),
    submit: boolean().default(true),
    metadata: metadata(),
    expand: expansions(EXPANDABLE),
  }),
  answer: (call, input) => {
    const { ledger } = call;
    const row = findRequestedDispute(call);
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
    return ok(disputes.show(ledger, row, input.expand));
  },
});

function findRequestedDispute({ ledger, id }: EndpointCall): DisputeRow {
  const row = findDispute(ledger, id);
  if (!row) throw noSuch('dispute', id, 'dispute', 404);
  return row;
}

function notOpen({ id, status }: DisputeRow) {
  return invalidRequest({ message: `The dispute ${id} cannot be changed any more: it is ${status}.` });
}
