/** An administrator adds a part to the catalogue. */
import { randomUUIDv7 } from 'node:crypto';
import { insertParts, isGtinTaken } from '#catalogue/database/write-parts.ts';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import { checkSpecification } from '#catalogue/rules/import/check-specification.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { checkImage } from '#images/use-cases/check-image.ts';
import type { Cents } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { type Claim, withIdempotency } from '#platform/database/idempotency.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction, type Transaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type NewPart = {
  name: string;
  description: string;
  category: Category;
  brand: string;
  sku: string | undefined;
  mpn: string | null;
  gtin: string | null;
  specs: Record<string, unknown>;
  image: string;
  unitPrice: Cents;
  stock: number;
  minimumOrder: number;
  /** Null: the default. */
  lowStock: number | null;
  /** Null: not known. */
  weightGrams: number | null;
  featuredRank: number | null;
};

export type PartRequest = { viewer: Viewer; part: NewPart; claim: Claim | undefined; at: Date };

/** Refuses: invalid-input (specs, image), sku-taken, gtin-taken, idempotency-key-reused. */
export async function addPart(
  { db }: Pick<Dependencies, 'db'>,
  request: PartRequest,
): Promise<{ id: string } | Refusal> {
  const { part, claim } = request;
  const specification = checkSpecification(part.category, part.specs);
  if (isRefused(specification)) return specification;
  const answer = { id: randomUUIDv7() };
  try {
    return await inTransaction(db, (transaction) =>
      withIdempotency(transaction, {
        claim,
        answer,
        run: async () =>
          (await insertPart(transaction, request, { ...answer, specs: specification.specs })) ?? answer,
        repeat: async (earlier) => earlier,
      }),
    );
  } catch (error) {
    if (isGtinTaken(error)) return { refused: 'gtin-taken' };
    throw error;
  }
}

async function insertPart(
  transaction: Transaction,
  { viewer, part, at }: PartRequest,
  { id, specs: stated }: { id: string; specs: Record<string, unknown> },
): Promise<Refusal | undefined> {
  const imageRefusal = await checkImage({ db: transaction }, { field: 'img', address: part.image });
  if (imageRefusal) return imageRefusal;
  const { specs, derivedFields } = deriveFacts({ ...part, specs: stated as SpecificationValues });
  const row = {
    id,
    sku: part.sku ?? `C-${id.slice(-12).toUpperCase()}`,
    category: part.category,
    brand: part.brand,
    mpn: part.mpn,
    gtin: part.gtin,
    name: part.name,
    description: part.description,
    image: part.image,
    price_cents: part.unitPrice,
    stock: part.stock,
    minimum_order: part.minimumOrder,
    low_stock: part.lowStock,
    weight_grams: part.weightGrams,
    featured_rank: part.featuredRank,
    specs: JSON.stringify(specs),
    derived_fields: JSON.stringify(derivedFields),
    created_at: at,
    updated_at: at,
  };
  if (!(await insertParts(transaction, [row])).has(id)) return { refused: 'sku-taken' };
  await recordAdminChange(transaction, {
    adminId: viewer.id,
    subject: 'parts',
    subjectId: id,
    before: null,
    after: { ...row, specs },
    at,
  });
  return undefined;
}
