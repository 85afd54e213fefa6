/** An administrator adds a part to the catalogue. */
import { randomUUIDv7 } from 'node:crypto';
import { recordAdminChange } from '#database/admin-changes.ts';
import { announceCatalogueChange } from '#database/catalogue-version.ts';
import type { Database } from '#database/connect.ts';
import { type Claim, claimKey, keepAnswer } from '#database/idempotency.ts';
import { insertParts } from '#database/parts.ts';
import { inTransaction } from '#database/transaction.ts';
import { checkSpecification } from '#domain/check-specification.ts';
import type { Category } from '#domain/parts.ts';
import type { Viewer } from '#domain/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { checkPicture } from '#shop/check-picture.ts';

export type NewPart = {
  name: string;
  description: string;
  category: Category;
  brand: string;
  /** Made by the shop when there is none. */
  sku: string | undefined;
  specs: Record<string, unknown>;
  image: string;
  /** Cents. */
  unitPrice: number;
  stock: number;
  minimumOrder: number;
};

/**
 * Adds the part, on sale at once, and answers its id; the same claim again answers the id of the part that it has added.
 * Refuses: not-allowed, invalid-input (specs, picture), sku-taken, idempotency-key-reused.
 */
export async function addPart(
  db: Database,
  { viewer, part, claim, at }: { viewer: Viewer; part: NewPart; claim: Claim | undefined; at: Date },
): Promise<{ id: string } | Refusal> {
  if (viewer.role !== 'admin') return { refused: 'not-allowed' };
  const checked = checkSpecification(part.category, part.specs);
  if (isRefused(checked)) return checked;

  const id = randomUUIDv7();
  const added = await inTransaction(db, async (transaction) => {
    const earlier = claim && (await claimKey(transaction, claim));
    if (earlier === 'reused') return { refused: 'idempotency-key-reused' };
    if (earlier && earlier !== 'new') return earlier.answer as { id: string };

    const noPicture = await checkPicture(transaction, { field: 'img', address: part.image });
    if (noPicture) return noPicture;

    const row = {
      id,
      sku: part.sku ?? `C-${id.slice(-12).toUpperCase()}`,
      category: part.category,
      brand: part.brand,
      name: part.name,
      description: part.description,
      image: part.image,
      price_cents: part.unitPrice,
      stock: part.stock,
      minimum_order: part.minimumOrder,
      specs: JSON.stringify(checked.specs),
      created_at: at,
      updated_at: at,
    };
    if (!(await insertParts(transaction, [row])).has(id)) return { refused: 'sku-taken' };
    await recordAdminChange(transaction, {
      adminId: viewer.id,
      subject: 'parts',
      subjectId: id,
      before: null,
      after: { ...row, specs: checked.specs },
      at,
    });
    if (claim) await keepAnswer(transaction, claim, { id });
    return { id };
  });
  if (!isRefused(added)) await announceCatalogueChange(db);
  return added;
}
