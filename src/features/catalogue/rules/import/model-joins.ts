/** What becomes of a row or part without the maker's number and one with it, when both are the same model. */
import { omitDerived } from '#catalogue/rules/derived-facts.ts';
import type { ImportedPart } from '#catalogue/rules/import/part-rows.ts';
import type { KnownPart } from '#catalogue/rules/import/recognition.ts';

/** A row of the import, a part of the shop, or both. */
type JoinedModel = { sku: string; row: ImportedPart | undefined; part: KnownPart | undefined };

/** `from`: the SKU under which its row is staged. `replaced`: the SKU of a staged row that is in it now. */
export type ModelJoin = { from: string; part: ImportedPart; replaced?: string };

/**
 * What the numbered one states counts, whichever came first: its facts, its name and its brand. Undefined: both are parts of
 * the shop.
 */
export function joinModel(numberless: JoinedModel, numbered: JoinedModel): ModelJoin | undefined {
  if (numberless.part && numbered.part) return undefined;
  const specs = { ...readStated(numberless), ...readStated(numbered) };
  const sku = numberless.part?.sku ?? numbered.sku;
  const inShop = numberless.part ?? numbered.part;
  const { row } = numbered;
  const recognized = (name = '') => inShop && { recognized: { by: 'name' as const, name } };
  if (row) {
    const { price_cents = numberless.row?.price_cents, stock = numberless.row?.stock, name } = row;
    const part = { ...row, sku, specs, price_cents, stock, ...recognized(name) };
    return { from: numbered.sku, part, ...(numberless.row && { replaced: numberless.sku }) };
  }
  if (!numberless.row) return undefined;
  const { name } = numberless.row;
  const part = { ...numberless.row, sku, specs, name: undefined, brand: undefined, ...recognized(name) };
  return { from: numberless.sku, part };
}

function readStated({ row, part }: JoinedModel): Record<string, unknown> {
  return { ...(part && omitDerived(part.specs, part.derived_fields)), ...row?.specs };
}
