/** Transactions for verbs: a refusal rolls back as surely as an error does. */
import type { Database } from '#database/connect.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';

/** Runs the work in one transaction (read committed) and commits it, unless it throws or answers a refusal. */
export async function inTransaction<Answer>(
  db: Database,
  work: (transaction: Database) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const answer = await work(transaction);
      if (isRefused(answer)) throw new RolledBack(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal;
    throw error;
  }
}

class RolledBack extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}
