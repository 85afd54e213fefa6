/** An administrator changes the prices and the stock of some parts in a list: of all of them, or of none. */
import { lockParts, type PartRow } from '#catalogue/database/parts.ts';
import { describeChanges, type PartChange, updateParts } from '#catalogue/database/write-parts.ts';
import { maxStock } from '#catalogue/rules/parts.ts';
import { recordStockAlerts } from '#catalogue/use-cases/record-stock-alerts.ts';
import { refuseConflicts } from '#kernel/edits.ts';
import { formatMaximum } from '#kernel/fields.ts';
import { type Cents, centsToDollars } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import type { FieldError, Refusal } from '#kernel/refusals.ts';
import { type Claim, withIdempotency } from '#platform/database/idempotency.ts';
import { recordAdminChanges } from '#platform/database/record-admin-changes.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type ListedPartChange = {
  partId: string;
  price: Cents | undefined;
  /** What the editor saw of the price. */
  seenPrice: Cents | null | undefined;
  /** The difference of the stock; 0 without one. */
  units: number;
  note: string | undefined;
};

type ChangeRequest = {
  viewer: Viewer;
  lines: readonly ListedPartChange[];
  claim: Claim | undefined;
  at: Date;
};

/**
 * Returns how many parts are different now. Refuses: part-not-found, changed-meanwhile (another price than was seen),
 * invalid-input (more units would go than are there), idempotency-key-reused.
 */
export async function changeParts(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, lines, claim, at }: ChangeRequest,
): Promise<{ modifiedCount: number } | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const partIds = lines.map(({ partId }) => partId);
    const parts = await lockParts(transaction, partIds);
    const partsById = new Map(parts.map((part) => [part.id, part]));
    if (partsById.size < lines.length) return { refused: 'part-not-found' };
    const planned = lines.flatMap((line) => {
      const before = partsById.get(line.partId);
      return before ? [{ line, before, after: applyLine(before, line) }] : [];
    });
    const changes = planned
      .filter(({ before, after }) => before.price_cents !== after.price_cents || before.stock !== after.stock)
      .map(({ line, before, after }) => ({ before, after, note: line.note }));
    const answer = { modifiedCount: changes.length };
    return await withIdempotency(transaction, {
      claim,
      answer,
      async run() {
        const refusal = refuseLines(planned);
        if (refusal) return refusal;
        await recordAdminChanges(transaction, describeChanges(changes, { adminId: viewer.id, at }));
        await updateParts(transaction, changes, at);
        await recordStockAlerts({ db: transaction }, { changes, at });
        return answer;
      },
      repeat: async (earlier) => earlier,
    });
  });
}

function applyLine(part: PartRow, { price, units }: ListedPartChange): PartRow {
  return { ...part, price_cents: price ?? part.price_cents, stock: part.stock + units };
}

/** Each message with the line that it concerns: 'parts.2.price'. */
function refuseLines(planned: readonly (PartChange & { line: ListedPartChange })[]): Refusal | undefined {
  const errors = planned.flatMap(({ before, after }, index): FieldError[] => {
    const path = `parts.${index}.units`;
    if (after.stock < 0) return [{ path, message: `Only ${before.stock} are in stock` }];
    return after.stock > maxStock ? [{ path, message: formatMaximum(maxStock) }] : [];
  });
  if (errors.length > 0) return { refused: 'invalid-input', errors };
  const newPrices = planned.flatMap(({ line, before, after }, index) => {
    const isUnseen =
      line.seenPrice !== undefined && ![line.seenPrice, after.price_cents].includes(before.price_cents);
    const now = before.price_cents === null ? null : centsToDollars(before.price_cents);
    return isUnseen ? [[`parts.${index}.price`, now] as const] : [];
  });
  return refuseConflicts(Object.fromEntries(newPrices));
}
