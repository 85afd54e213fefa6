/** An administrator changes a part, takes it off sale, or puts it on sale again. */
import { findPart, findPartOnSale, lockPart, type PartRow } from '#catalogue/database/parts.ts';
import {
  describeChanges,
  isGtinTaken,
  isSkuTaken,
  moveSameParts,
  type PartChanges,
  updateParts,
} from '#catalogue/database/write-parts.ts';
import { deriveFacts, omitDerived } from '#catalogue/rules/derived-facts.ts';
import { checkSpecification } from '#catalogue/rules/import/check-specification.ts';
import { columnNames } from '#catalogue/rules/import/field-changes.ts';
import { choosePartImage } from '#catalogue/rules/part-image.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { recordStockAlerts } from '#catalogue/use-cases/record-stock-alerts.ts';
import { checkImage } from '#images/use-cases/check-image.ts';
import { findConflicts, isSame, refuseConflicts } from '#kernel/edits.ts';
import { centsToDollars } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { recordAdminChanges } from '#platform/database/record-admin-changes.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

type Specs = Readonly<Record<string, unknown>>;

export type PartEdit = {
  viewer: Viewer;
  partId: string;
  /** Prices in cents. */
  changes: Omit<PartChanges, 'off_sale_at' | 'same_as' | 'specs'>;
  /** Fields to change, null removes one; with another category, all fields. */
  specs?: Specs | undefined;
  /** What the editor saw of the changed fields. */
  seen?: Partial<Omit<PartRow, 'specs'>> & { specs?: Specs };
  seenStock?: number | undefined;
  offSale?: boolean | undefined;
  /** With `offSale`: the part on sale to which its page leads from then on. */
  sameAs?: string | undefined;
  at: Date;
};

/**
 * Refuses: part-not-found, changed-meanwhile, stock-changed (units were sold since), invalid-input (image,
 * specs), sku-taken, gtin-taken.
 */
export async function editPart(
  { db }: Pick<Dependencies, 'db'>,
  edit: PartEdit,
): Promise<{ part: PartRow; changed: boolean } | Refusal> {
  try {
    return await inTransaction(db, async (transaction) => {
      const part = await lockPart(transaction, edit.partId);
      if (!part) return { refused: 'part-not-found' };
      const same = edit.sameAs ? await findPartOnSale(transaction, edit.sameAs) : undefined;
      if (edit.sameAs && (!same || same.id === part.id)) return { refused: 'part-not-found' };
      const after = decideEdit(part, edit, same?.number);
      if (isRefused(after)) return after;
      if (Object.keys(after).length === 0) return { part, changed: false };
      const imageRefusal =
        after.image && (await checkImage({ db: transaction }, { field: 'img', address: after.image }));
      if (imageRefusal) return imageRefusal;
      const changes = [{ before: part, after: { ...part, ...after } }];
      await recordAdminChanges(
        transaction,
        describeChanges(changes, { adminId: edit.viewer.id, at: edit.at }),
      );
      await updateParts(transaction, changes, edit.at);
      if (after.same_as) await moveSameParts(transaction, part.number, after.same_as);
      await recordStockAlerts({ db: transaction }, { changes, at: edit.at });
      return { part: (await findPart(transaction, part.id)) ?? part, changed: true };
    });
  } catch (error) {
    if (isSkuTaken(error)) return { refused: 'sku-taken' };
    if (isGtinTaken(error)) return { refused: 'gtin-taken' };
    throw error;
  }
}

/** The columns that change. `sameAs`: the number of the part to which its page leads. */
function decideEdit(part: PartRow, edit: PartEdit, sameAs: number | undefined): PartChanges | Refusal {
  const { stock, ...changes } = edit.changes;
  const conflict = refuseConflicts(
    presentPartFields(
      findConflicts(flatten({ ...part, image: choosePartImage(part) }), {
        changes: flatten({ ...changes, specs: edit.specs }),
        seen: flatten({ ...edit.seen }),
      }),
    ),
  );
  if (conflict) return conflict;
  if (stock !== undefined && edit.seenStock !== part.stock)
    return { refused: 'stock-changed', available: part.stock };
  const specs = mergeSpecs(part, edit);
  if (isRefused(specs)) return specs;
  const wanted: PartChanges = { ...edit.changes, ...specs };
  if (edit.offSale !== undefined && edit.offSale !== (part.off_sale_at !== null))
    wanted.off_sale_at = edit.offSale ? edit.at : null;
  if (edit.offSale !== undefined) wanted.same_as = edit.offSale ? sameAs : null;
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isSame(value, part[name as keyof PartChanges]),
    ),
  );
}

/** The stated fields, and what follows from them, the name and the description. */
function mergeSpecs(
  part: PartRow,
  { changes, specs }: PartEdit,
): Pick<PartChanges, 'specs' | 'derived_fields'> | Refusal {
  const { category = part.category, name = part.name, description = part.description } = changes;
  const stated = category === part.category ? omitDerived(part.specs, part.derived_fields) : {};
  const values = Object.entries({ ...stated, ...specs }).filter(([, value]) => value != null);
  const isChanged = specs !== undefined || category !== part.category;
  const checked = isChanged ? checkSpecification(category, Object.fromEntries(values)) : { specs: stated };
  if (isRefused(checked)) return checked;
  const facts = deriveFacts({ category, name, description, specs: checked.specs as SpecificationValues });
  const isSameSpecification = isSame(sortFields(facts.specs), sortFields(part.specs));
  return { ...(isSameSpecification ? {} : { specs: facts.specs }), derived_fields: facts.derivedFields };
}

function sortFields(specs: Specs) {
  return Object.entries(specs).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Each field of the specification as a field of its own: 'specs.capacityGb'. */
function flatten({ specs = {}, ...columns }: { specs?: Specs | undefined; [column: string]: unknown }) {
  const fields = Object.entries(specs).map(([field, value]) => [`specs.${field}`, value]);
  return { ...columns, ...Object.fromEntries(fields) };
}

/** Names and values as the API shows them. */
function presentPartFields(columns: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      (columnNames as Record<string, string>)[column] ?? column,
      column === 'price_cents' && typeof value === 'number' ? centsToDollars(value) : value,
    ]),
  );
}
