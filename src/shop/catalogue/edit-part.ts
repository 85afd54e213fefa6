/** An administrator changes a part, takes it off sale, or puts it on sale again. */
import { recordAdminChange } from '#database/administration/admin-changes.ts';
import { lockPart, type PartChanges, type PartRow, updatePart } from '#database/catalogue/parts.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { checkImage } from '#shop/images/check-image.ts';

export type PartEdit = {
  viewer: Viewer;
  partId: string;
  /** Prices in cents. */
  changes: Omit<PartChanges, 'off_sale_at'>;
  seenStock?: number | undefined;
  offSale?: boolean | undefined;
  at: Date;
};

/** Refuses: not-allowed, part-not-found, stock-changed (units were sold since), invalid-input (image). */
export async function editPart(
  { db }: Pick<Dependencies, 'db'>,
  edit: PartEdit,
): Promise<{ part: PartRow; changed: boolean } | Refusal> {
  if (edit.viewer.role !== 'admin') return { refused: 'not-allowed' };
  return await inTransaction(db, async (transaction) => {
    const part = await lockPart(transaction, edit.partId);
    if (!part) return { refused: 'part-not-found' };
    if (edit.changes.stock !== undefined && edit.seenStock !== part.stock) {
      return { refused: 'stock-changed', available: part.stock };
    }
    const after = computeChanges(part, edit);
    const names = Object.keys(after) as (keyof PartChanges)[];
    if (names.length === 0) return { part, changed: false };
    const imageRefusal =
      after.image && (await checkImage({ db: transaction }, { field: 'img', address: after.image }));
    if (imageRefusal) return imageRefusal;
    await recordAdminChange(transaction, {
      adminId: edit.viewer.id,
      subject: 'parts',
      subjectId: part.id,
      before: Object.fromEntries(names.map((name) => [name, part[name]])),
      after,
      at: edit.at,
    });
    return { part: await updatePart(transaction, part.id, after, edit.at), changed: true };
  });
}

function computeChanges(part: PartRow, { changes, offSale, at }: PartEdit): PartChanges {
  const wanted: PartChanges = { ...changes };
  if (offSale !== undefined && offSale !== (part.off_sale_at !== null)) {
    wanted.off_sale_at = offSale ? at : null;
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && value !== part[name as keyof PartChanges],
    ),
  );
}
