/** An administrator replaces the rules of delivery by a new version. */
import { isDeepStrictEqual } from 'node:util';
import { insertDeliveryRules, lockDeliveryRules } from '#delivery/database/delivery-rules.ts';
import {
  type DeliveryRules,
  deliveryRulesId,
  flattenRules,
  type StoredRules,
} from '#delivery/rules/rules.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type DeliveryRulesEdit = {
  /** Undefined: the demo, which no administrator has looked at. */
  viewer: Viewer | undefined;
  rules: DeliveryRules;
  /** Of the rules that the editor saw. */
  seenVersion: number;
  at: Date;
};

/** Purchases keep what they were quoted. The same rules again are no new version, unless nobody has
 * saved any: that says that somebody has looked at them. Refuses: changed-meanwhile. */
export async function saveDeliveryRules(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, rules, seenVersion, at }: DeliveryRulesEdit,
): Promise<StoredRules | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const stored = await lockDeliveryRules(transaction);
    if (stored.isSeen && isDeepStrictEqual(stored.rules, rules)) return stored;
    if (stored.version !== seenVersion) {
      return { refused: 'changed-meanwhile', version: stored.version, errors: [] };
    }
    const version = stored.version + 1;
    await insertDeliveryRules(transaction, { version, rules, savedBy: viewer?.id ?? null, at });
    if (!viewer) return { version, rules, isSeen: false };
    await recordAdminChange(transaction, {
      adminId: viewer.id,
      subject: 'delivery_rules',
      subjectId: deliveryRulesId,
      ...selectDifferent(flattenRules(stored.rules), flattenRules(rules)),
      at,
    });
    return { version, rules, isSeen: true };
  });
}

type FlatRules = Record<string, string>;

function selectDifferent(before: FlatRules, after: FlatRules): { before: FlatRules; after: FlatRules } {
  const select = (one: FlatRules, other: FlatRules) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => other[name] !== value));
  return { before: select(before, after), after: select(after, before) };
}
