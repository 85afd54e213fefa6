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
  const [earlier] = claim ? await claimKeys(db, [{ claim, answer }]) : [];
  if (!claim || !earlier) return await run();
  if (earlier.request !== claim.request) return { refused: 'idempotency-key-reused' };
  return await repeat(earlier.answer as Stored);
}

/** The claim that was there before, and its answer. */
export type EarlierClaim = { request: string; answer: unknown };

/** Of different keys; what was claimed before, by index. Concurrent claims wait, and all claim in the same order. */
export async function claimKeys(
  db: Database,
  claims: readonly { claim: Claim; answer: object }[],
): Promise<(EarlierClaim | undefined)[]> {
  if (claims.length === 0) return [];
  const rows = claims
    .map(({ claim: { personId, key, request, at }, answer }) => ({
      ...{ person_id: personId, key, request, answer: JSON.stringify(answer), created_at: at },
    }))
    .sort((one, other) => (nameKey(one) < nameKey(other) ? -1 : 1));
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['person_id', 'key']).doNothing())
    .returning(['person_id', 'key'])
    .execute();
  if (claimed.length === claims.length) return claims.map(() => undefined);
  const isNew = new Set(claimed.map(nameKey));
  const earlier: (EarlierClaim | undefined)[] = [];
  for (const { claim } of claims) {
    const { personId: person_id, key } = claim;
    earlier.push(isNew.has(nameKey({ person_id, key })) ? undefined : await findKey(db, claim));
  }
  return earlier;
}

function findKey(db: Database, { personId, key }: Claim): Promise<EarlierClaim> {
  return db
    .selectFrom('idempotency_keys')
    .select(['request', 'answer'])
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

function nameKey({ person_id, key }: { person_id: string; key: string }): string {
  return `${person_id} ${key}`;
}

/** Gives back what the same transaction has claimed, for work that was refused. */
export async function releaseKeys(db: Database, claims: readonly Claim[]): Promise<void> {
  for (const { personId, key } of claims)
    await db
      .deleteFrom('idempotency_keys')
      .where('person_id', '=', personId)
      .where('key', '=', key)
      .execute();
}

export async function deleteKeys(db: Database, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
