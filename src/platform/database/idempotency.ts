/** Idempotency keys: a repeated key of a person does its work once. Source: the IETF's draft. */

import type { Refusal } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';

export type Claim = { personId: string; key: string; request: string; at: Date };

export type IdempotentWork<Stored extends object, Answer> = {
  claim: Claim | undefined;
  answer: Stored;
  run(): Promise<Answer | Refusal>;
  repeat(stored: Stored): Promise<Answer | Refusal>;
};

/** A concurrent claim waits for the first transaction. Refuses: idempotency-key-reused. */
export async function withIdempotency<Stored extends object, Answer>(
  db: Database,
  { claim, answer, run, repeat }: IdempotentWork<Stored, Answer>,
): Promise<Answer | Refusal> {
  const earlier = claim && (await claimKey(db, claim, answer));
  if (!earlier) return await run();
  if (earlier.request !== claim.request) return { refused: 'idempotency-key-reused' };
  return await repeat(earlier.answer as Stored);
}

async function claimKey(
  db: Database,
  { personId, key, request, at }: Claim,
  answer: object,
): Promise<{ request: string; answer: unknown } | undefined> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ person_id: personId, key, request, answer: JSON.stringify(answer), created_at: at })
    .onConflict((conflict) => conflict.columns(['person_id', 'key']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  return await db
    .selectFrom('idempotency_keys')
    .select(['request', 'answer'])
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

export async function deleteKeys(db: Database, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
