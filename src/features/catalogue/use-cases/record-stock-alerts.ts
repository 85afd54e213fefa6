/** Records that parts have run out or run low, in the transaction that changes their stock. */
import { decideStockAlert, type StockedPart } from '#catalogue/rules/low-stock.ts';
import { recordAlerts } from '#platform/database/record-admin-changes.ts';
import type { TransactionDependencies } from '#platform/jobs/dependencies.ts';

export type StockChange = { before: StockedPart; after: StockedPart };

/** The rows of the parts must be locked, so that each crossing is seen once. */
export async function recordStockAlerts(
  { db }: Pick<TransactionDependencies, 'db'>,
  { changes, at }: { changes: readonly StockChange[]; at: Date },
): Promise<void> {
  const alerts = changes.flatMap(({ before, after }) => {
    const kind = decideStockAlert(before, after);
    return kind ? [{ kind, subjectId: after.id, at }] : [];
  });
  await recordAlerts(db, alerts);
}
