/** Checks the rows of an import against one another and the shop, and stages the valid ones. */

import { findPartsByGtin } from '#database/catalogue/known-parts.ts';
import { findCategoriesBySku } from '#database/catalogue/part-batches.ts';
import {
  findStagedGtins,
  findStagedParts,
  restageParts,
  stageParts,
} from '#database/catalogue/staged-parts.ts';
import {
  type Contradiction,
  findContradiction,
  type RowPlace,
} from '#domain/catalogue/import/contradictions.ts';
import { chooseCheaper, findGtinProblem, findImportProblems } from '#domain/catalogue/import/part-import.ts';
import type { ImportedPart } from '#domain/catalogue/import/part-rows.ts';
import { applyRecognition, type KnownPart } from '#domain/catalogue/import/recognition.ts';
import type { ImportRow, RefusedRow } from '#domain/catalogue/import/refused-rows.ts';
import { missingImageMessage } from '#domain/images/uploaded-images.ts';
import type { FieldError } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { findMissingImages } from '#shop/images/check-image.ts';

export type Staging = {
  refused: RefusedRow[];
  quarantined: RefusedRow[];
  repeated: number;
};

/** By SKU. */
export type Contradictions = Map<string, Contradiction>;

/**
 * Of rows of the same part the first is staged, of public lists with the lowest price; another part's SKU is refused. Rows that
 * contradict each other are not staged, but added to `contradictions`, those of earlier batches included.
 */
export async function stageRows(
  { db }: Pick<Dependencies, 'db'>,
  { rows, contradictions }: { rows: readonly ImportRow[]; contradictions: Contradictions },
): Promise<Staging> {
  const numbers = rows.flatMap((row) => ('part' in row ? (row.part.gtin ?? []) : []));
  const withGtin = await findPartsByGtin(db, numbers);
  const stagedGtins = await findStagedGtins(db, numbers);
  const skus = rows.flatMap((row) => ('part' in row ? [row.part.sku] : []));
  skus.push(...[...withGtin.values()].map(({ sku }) => sku));
  const staged = new Map((await findStagedParts(db, skus)).map((part) => [part.sku, part]));
  const inShop = await findCategoriesBySku(db, skus);
  const images = rows.flatMap((row) => ('part' in row ? (row.part.image ?? []) : []));
  const missingImages = await findMissingImages({ db }, { addresses: images });
  const [added, cheaper] = [new Map<string, ImportedPart>(), new Map<string, ImportedPart>()];
  const staging: Staging = { refused: [], quarantined: [], repeated: 0 };
  for (const { file, row, ...read } of rows) {
    const refuse = (problems: FieldError[]) => staging.refused.push({ file, row, problems });
    if ('problems' in read) {
      refuse(read.problems);
      continue;
    }
    const part = { ...recognizeByGtin(read.part, withGtin), file, fileRow: row };
    const earlier = staged.get(part.sku);
    const gtinProblem = findGtinProblem(part, {
      inFile: stagedGtins.get(part.gtin ?? ''),
      inShop: withGtin.get(part.gtin ?? '')?.sku,
    });
    const imageProblem = missingImages.has(part.image ?? '')
      ? [{ path: 'img', message: missingImageMessage }]
      : [];
    const shopProblems = findImportProblems(part, inShop.get(part.sku), earlier);
    const problems = [...imageProblem, ...gtinProblem, ...shopProblems];
    if (problems.length > 0) refuse(problems);
    else if (isContradiction(contradictions, part, earlier)) continue;
    else if (!earlier) {
      staged.set(part.sku, part);
      if (part.gtin) stagedGtins.set(part.gtin, part.sku);
      added.set(part.sku, part);
      staging.quarantined.push(...(read.quarantined ?? []).map((each) => ({ file, row, problems: [each] })));
    } else {
      staging.repeated += 1;
      const chosen = chooseCheaper(earlier, part);
      if (chosen === earlier) continue;
      staged.set(part.sku, chosen);
      (added.has(part.sku) ? added : cheaper).set(part.sku, chosen);
    }
  }
  await stageParts(db, [...added.values()]);
  await restageParts(db, [...cheaper.values()]);
  return staging;
}

/** Adds it to them. */
function isContradiction(
  contradictions: Contradictions,
  part: ImportedPart,
  earlier: ImportedPart | undefined,
): boolean {
  if (!earlier || part.isListed) return false;
  const known = contradictions.get(part.sku);
  if (known) {
    known.rows.push(findPlace(part));
    return true;
  }
  const message = findContradiction(earlier, part);
  if (message !== undefined) contradictions.set(part.sku, { rows: [earlier, part].map(findPlace), message });
  return message !== undefined;
}

const findPlace = ({ file = '', fileRow = 0 }: ImportedPart): RowPlace => ({ file, row: fileRow });

function recognizeByGtin(row: ImportedPart, withGtin: ReadonlyMap<string, KnownPart>): ImportedPart {
  const known = row.hasMadeSku && row.gtin ? withGtin.get(row.gtin) : undefined;
  if (!known || known.sku === row.sku) return row;
  return applyRecognition(row, known, { sku: known.sku, by: 'gtin' });
}
