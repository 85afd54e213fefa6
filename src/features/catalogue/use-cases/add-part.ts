/** An administrator adds a part to the catalogue. */
import { randomUUIDv7 } from 'node:crypto';
import { insertParts, isGtinTaken, type NewPartRow } from '#catalogue/database/write-parts.ts';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import { checkSpecification } from '#catalogue/rules/import/check-specification.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { checkImage } from '#images/use-cases/check-image.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { type Claim, withIdempotency } from '#platform/database/idempotency.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction, type Transaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

type NewPart = Omit<NewPartRow, 'id' | 'sku' | 'specs' | 'derived_fields' | 'created_at' | 'updated_at'> & {
  sku: string | undefined;
  image: string;
  specs: Record<string, unknown>;
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
    ...part,
    id,
    sku: part.sku ?? `C-${id.slice(-12).toUpperCase()}`,
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
