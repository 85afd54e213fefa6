/** An administrator adds a part to the catalogue. */
import { randomUUIDv7 } from 'node:crypto';
import { recordAdminChange } from '#database/administration/admin-changes.ts';
import { insertParts, isGtinTaken } from '#database/catalogue/parts.ts';
import { type Claim, withIdempotency } from '#database/idempotency.ts';
import { inTransaction, type Transaction } from '#database/transaction.ts';
import { deriveFacts } from '#domain/catalogue/derived-facts.ts';
import { checkSpecification } from '#domain/catalogue/import/check-specification.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import type { SpecificationValues } from '#domain/catalogue/specifications.ts';
import type { Cents } from '#domain/money.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { checkImage } from '#shop/images/check-image.ts';

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
