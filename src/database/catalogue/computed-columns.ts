/** The columns of a part that follow from others; every write of a part computes them. */
import { findDoubtfulFields } from '#domain/catalogue/doubts.ts';
import { makeMatchKey } from '#domain/catalogue/import/recognition.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import type { SpecificationValues } from '#domain/catalogue/specification-fields.ts';
import type { Cents } from '#domain/money.ts';

type DescribedPart = {
  category: Category;
  brand: string;
  name: string;
  price_cents?: Cents | null | undefined;
  specs: SpecificationValues;
};

export function computeColumns(part: DescribedPart): { match_key: string; doubtful_fields: string } {
  const doubtfulFields = findDoubtfulFields({ ...part, price_cents: part.price_cents ?? null });
  return { match_key: makeMatchKey(part), doubtful_fields: JSON.stringify(doubtfulFields) };
}
