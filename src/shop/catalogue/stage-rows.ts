/** Checks the rows of an import against one another and against the shop, and puts aside those that can be written. */

import { findCategoriesBySku } from '#database/catalogue/part-batches.ts';
import { findStagedParts, restageParts, stageParts } from '#database/catalogue/staged-parts.ts';
import { chooseCheaper, findImportProblems } from '#domain/catalogue/import/part-import.ts';
import type { ImportedPart, ReadRow } from '#domain/catalogue/import/part-rows.ts';
import type { FieldError } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** A row of a file, and what reading it has come to. */
export type ImportRow = { file: string; row: number } & ReadRow;

export type RefusedRow = { file: string; row: number; problems: FieldError[] };

export type Staging = {
  refused: RefusedRow[];
  /** Rows that are the same part as an earlier row. */
  repeated: number;
};

/**
 * Puts aside the parts of these rows, in their order, and answers what is left over. Of rows that are the same part
 * the first counts, with the lowest price that any of them has; a row that gives another part's SKU is refused.
 */
export async function stageRows(
  { db }: Pick<Dependencies, 'db'>,
  { rows }: { rows: readonly ImportRow[] },
): Promise<Staging> {
  const skus = rows.flatMap((row) => ('part' in row ? [row.part.sku] : []));
  const staged = new Map((await findStagedParts(db, skus)).map((part) => [part.sku, part]));
  const inShop = await findCategoriesBySku(db, skus);
  const [fresh, cheaper] = [new Map<string, ImportedPart>(), new Map<string, ImportedPart>()];
  const staging: Staging = { refused: [], repeated: 0 };
  for (const { file, row, ...read } of rows) {
    const refuse = (problems: FieldError[]) => staging.refused.push({ file, row, problems });
    if ('problems' in read) {
      refuse(read.problems);
      continue;
    }
    const { part } = read;
    const earlier = staged.get(part.sku);
    const problems = findImportProblems(part, inShop.get(part.sku), earlier);
    if (problems.length > 0) refuse(problems);
    else if (!earlier) {
      staged.set(part.sku, part);
      fresh.set(part.sku, part);
    } else {
      staging.repeated += 1;
      const better = chooseCheaper(earlier, part);
      if (better === earlier) continue;
      staged.set(part.sku, better);
      (fresh.has(part.sku) ? fresh : cheaper).set(part.sku, better);
    }
  }
  await stageParts(db, [...fresh.values()]);
  await restageParts(db, [...cheaper.values()]);
  return staging;
}
