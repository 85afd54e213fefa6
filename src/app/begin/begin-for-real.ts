/** An owner who has tried the shop begins for real: what the demo and its people have left is removed, in shop and sandbox. */
import { countBelongings, emptyTables, hasOtherBuyers } from '#administration/database/empty-shop.ts';
import type { Belongings } from '#administration/rules/belongings.ts';
import { demoAccounts } from '#app/demo.ts';
import { traders } from '#app/demo-trade/people.ts';
import { endTrade, lockTrade } from '#app/demo-trade/state.ts';
import { deleteJobs } from '#app/jobs/job-queue.ts';
import { demoPeople } from '#app/sandbox/demo-identity.ts';
import { writePoints, writeRatings } from '#catalogue/database/part-points.ts';
import { selectParts } from '#catalogue/database/parts.ts';
import { recordStockMovements } from '#catalogue/database/stock.ts';
import { findRuleSavers } from '#delivery/database/delivery-rules.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { deleteCustomers } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import { disconnectListeners } from '#platform/database/listener-name.ts';
import { inRepeatedTransaction, runTransaction, type Transaction } from '#platform/database/transaction.ts';
import { lockPurchases } from '#purchases/database/purchases.ts';
import { findTextSavers } from '#settings/database/page-texts.ts';
import { readSettings } from '#settings/database/settings.ts';

const demoEmails = [...demoAccounts, ...traders].map(({ email }) => email).concat(demoPeople);

/** What would be removed, and why it cannot be. */
export async function prepareBeginning(
  db: Database,
): Promise<Belongings & { shopName: string; hasOtherBuyers: boolean }> {
  const { name: shopName } = await readSettings(db);
  return { ...(await countBelongings(db)), shopName, hasOtherBuyers: await hasOtherBuyers(db, demoEmails) };
}

export type Beginning = { typedName: string; keepsCatalogue: boolean; at: Date };

/**
 * Done again it does no harm: the sandbox follows the shop, and a crash may be in between. Refuses: shop-name-wrong,
 * purchases-of-others, demo-being-made.
 */
export async function beginForReal(
  { db, clearSandbox }: { db: Database; clearSandbox: () => Promise<void> },
  { typedName, keepsCatalogue, at }: Beginning,
): Promise<Belongings | Refusal> {
  const removed = await inRepeatedTransaction<Belongings>(db, async (transaction) => {
    const refusal = await findRefusal(transaction, typedName);
    if (refusal) return refusal;
    const belongings = await countBelongings(transaction);
    await emptyTables(transaction, { keepsCatalogue });
    // who was an administrator once stays, because versions of rules and texts name them
    const savers = [...(await findRuleSavers(transaction)), ...(await findTextSavers(transaction))];
    await deleteCustomers(transaction, { except: savers });
    await deleteJobs(transaction);
    await beginLedgers(transaction, at);
    await endTrade(transaction, at);
    return belongings;
  });
  if (isRefused(removed)) return removed;
  await clearSandbox();
  if (!keepsCatalogue) await disconnectListeners(db);
  return removed;
}

/** Before the backup, which may take long. */
export async function refuseBeginning(
  db: Database,
  { typedName }: Pick<Beginning, 'typedName'>,
): Promise<Refusal | undefined> {
  return await runTransaction(db, (transaction) => findRefusal(transaction, typedName));
}

/** While the transaction lasts, nothing is bought, and no trade of the demo is made. */
async function findRefusal(transaction: Transaction, typedName: string): Promise<Refusal | undefined> {
  if (typedName.trim() !== (await readSettings(transaction)).name) return { refused: 'shop-name-wrong' };
  if (!(await lockTrade(transaction))) return { refused: 'demo-being-made' };
  await lockPurchases(transaction);
  return (await hasOtherBuyers(transaction, demoEmails)) ? { refused: 'purchases-of-others' } : undefined;
}

/** Of the parts that stay: nothing of them was sold or rated, and what is there is where their stock begins. */
async function beginLedgers(transaction: Transaction, at: Date): Promise<void> {
  const parts = await selectParts(transaction).select(['id', 'stock']).execute();
  if (parts.length === 0) return;
  await recordStockMovements(
    transaction,
    parts.map(({ id, stock }) => ({ part_id: id, units: stock, reason: 'opening', moved_at: at })),
  );
  await writePoints(
    transaction,
    parts.map(({ id }) => ({ id, salesPoints: 0, ratingPoints: 0 })),
  );
  await writeRatings(
    transaction,
    parts.map(({ id }) => ({ id, tenths: null })),
  );
}
