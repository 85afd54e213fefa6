/** Idempotency keys: one key of one person does one thing, however often it is sent (after the IETF's draft). */
import type { Database } from '#database/connect.ts';
import type { Refusal } from '#domain/refusals.ts';

export type Claim = { personId: string; key: string; request: string; at: Date };

/** What a claimed key does: `run` the first time, `repeat` with the kept answer whenever the same request comes again. */
export type IdempotentWork<Kept extends object, Answer> = {
  /** Undefined: the work runs every time. */
  claim: Claim | undefined;
  /** What is kept with the key, mostly the id of what `run` makes. */
  answer: Kept;
  run(): Promise<Answer | Refusal>;
  repeat(kept: Kept): Promise<Answer | Refusal>;
};

/**
 * Does the work once per key, inside the transaction that is open. A second claim at the same moment waits until the
 * first transaction has ended: committed, it repeats its answer; rolled back, it runs. The answer is kept with the claim
 * and not after the work, so that what `run` locks last is locked shortest. Refuses: idempotency-key-reused (it came with
 * another request).
 */
export async function withIdempotency<Kept extends object, Answer>(
  db: Database,
  { claim, answer, run, repeat }: IdempotentWork<Kept, Answer>,
): Promise<Answer | Refusal> {
  const earlier = claim && (await claimKey(db, claim, answer));
  if (!earlier) return await run();
  if (earlier.request !== claim.request) return { refused: 'idempotency-key-reused' };
  return await repeat(earlier.answer as Kept);
}

/** Undefined when the key is ours to use now; else the request that it came with before, and its answer. */
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

/** Deletes the keys of requests before a time. */
export async function deleteKeys(db: Database, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
