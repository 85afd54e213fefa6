/** Idempotency keys: one key of one person does one thing, however often it is sent (after the IETF's draft). */
import type { Database } from '#database/connect.ts';

export type Claim = { personId: string; key: string; request: string; at: Date };

/** 'new' when the key is ours to use now; its earlier answer when the same request came before; else 'reused'. */
export type Claimed = 'new' | 'reused' | { answer: unknown };

/**
 * Claims a key inside the transaction that does the work. A second claim at the same moment waits here until the
 * first transaction has ended: committed, it sees the answer; rolled back, it has the key.
 */
export async function claimKey(db: Database, { personId, key, request, at }: Claim): Promise<Claimed> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ person_id: personId, key, request, answer: null, created_at: at })
    .onConflict((conflict) => conflict.columns(['person_id', 'key']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return 'new';
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['request', 'answer'])
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return earlier.request === request ? { answer: earlier.answer } : 'reused';
}

/** Keeps the answer with its key, in the same transaction. */
export async function keepAnswer(db: Database, { personId, key }: Claim, answer: object): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute();
}

/** Deletes the keys of requests before a time. */
export async function deleteKeys(db: Database, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
