/** A new shop delivers to its owner's country first, until the owner says where to. */
import {
  findDeliveryRules,
  insertDeliveryRules,
  lockDeliveryRules,
} from '#delivery/database/delivery-rules.ts';
import { makeFirstRules } from '#delivery/rules/rules.ts';
import type { Database } from '#platform/database/connect.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type DeliveryBeginning = {
  country: string;
  machineTimeZone: string;
  /** A shop that has sold something keeps what it promises. */
  hasSold: (db: Database) => Promise<boolean>;
  at: Date;
};

/** Nothing happens where any rules were saved. */
export async function beginDelivery(
  { db }: Pick<Dependencies, 'db'>,
  { country, machineTimeZone, hasSold, at }: DeliveryBeginning,
): Promise<void> {
  if ((await findDeliveryRules(db)).version > 0 || (await hasSold(db))) return;
  await runTransaction(db, async (transaction) => {
    if ((await lockDeliveryRules(transaction)).version > 0) return;
    const rules = makeFirstRules(country, machineTimeZone);
    await insertDeliveryRules(transaction, { version: 1, rules, savedBy: null, at });
  });
}
