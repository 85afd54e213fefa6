/** Transactions of use cases: a refusal rolls back like an error, and changed content is announced. */
import { sql } from 'kysely';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { announceContentChange, announceStockChange } from '#platform/database/announce-changes.ts';
import type { Database } from '#platform/database/connect.ts';
import { currentBudget } from '#platform/database/time-budget.ts';
import { isDeadlock } from '#platform/database/unavailable.ts';

/** An open transaction. Writes of parts, reviews and settings require this type, so that changes are announced. */
export type Transaction = Database & { readonly mark: ChangeMark };

type ChangeMark = {
  changesContent: boolean;
  /** The ids of parts of which nothing but the stock has changed. */
  stockOf: Set<string>;
};

/** Read committed; rolls back when the work throws or returns a refusal. */
export async function inTransaction<Answer>(
  db: Database,
  work: (transaction: Transaction) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  try {
    return await runTransaction(db, async (transaction) => {
      const answer = await work(transaction);
      if (isRefused(answer)) throw new RolledBack(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal;
    throw error;
  }
}

export async function runTransaction<Answer>(
  db: Database,
  work: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const mark: ChangeMark = { changesContent: false, stockOf: new Set() };
  const answer = await db.transaction().execute((opened) => work(Object.assign(opened, { mark })));
  currentBudget()?.renew(); // what is committed must not be answered as a failure because of what is read for the answer
  if (mark.changesContent) await announceContentChange(db);
  else if (mark.stockOf.size > 0) await announceStockChange(db, [...mark.stockOf]);
  return answer;
}

/** How long each of its statements waits for a lock before it fails; undefined: as long as a statement may take. */
export async function limitLockWaits(transaction: Transaction, limitMs: number | undefined): Promise<void> {
  if (limitMs !== undefined) await sql`set local lock_timeout = ${sql.lit(limitMs)}`.execute(transaction);
}

/** What the work read without a lock is no longer so: thrown, so that it begins anew. */
export class ChangedMeanwhile extends Error {}

/** Once more after a deadlock, for work that locks several parts, or ChangedMeanwhile; what the work does must be repeatable. */
export function inRepeatedTransaction<Answer>(
  db: Database,
  work: (transaction: Transaction) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  return repeatAfterDeadlock(() => inTransaction(db, work));
}

/** The transaction must be able to run again. */
export async function repeatAfterDeadlock<Answer>(transaction: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isRepeated = isDeadlock(error) || error instanceof ChangedMeanwhile;
      if (!isRepeated || attempt === maxAttempts) throw error;
    }
  }
}

const maxAttempts = 5;

/** Marks the transaction as changing parts, reviews or settings and returns it; every such write calls it. */
export function changeContent(transaction: Transaction): Transaction {
  transaction.mark.changesContent = true;
  return transaction;
}

/** The same for a write that changes nothing but the units of these parts: less of what is kept in memory changes with it. */
export function changeStock(transaction: Transaction, partIds: readonly string[]): Transaction {
  for (const id of partIds) transaction.mark.stockOf.add(id);
  return transaction;
}

class RolledBack extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}
