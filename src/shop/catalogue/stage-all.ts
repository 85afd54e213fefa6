/** Stages the rows of files as parts, and recognizes those that the shop has. */
import { unstageParts } from '#database/catalogue/staged-parts.ts';
import { refuseContradiction } from '#domain/catalogue/import/contradictions.ts';
import type { ImportRow, RefusedRow } from '#domain/catalogue/import/refused-rows.ts';
import { splitIntoBatches } from '#domain/catalogue/import/row-batches.ts';
import { recognizeParts } from '#shop/catalogue/recognize-parts.ts';
import { type Contradictions, stageRows } from '#shop/catalogue/stage-rows.ts';
import { emptyWrite, type WriteCounts } from '#shop/catalogue/write-parts.ts';
import type { Dependencies } from '#shop/dependencies.ts';

export type StagingJob = {
  rows: AsyncIterable<ImportRow>;
  signal: AbortSignal;
  onRefused(rows: RefusedRow[]): Promise<void>;
  /** What rows state, but cannot be true: their parts are without it. */
  onQuarantined(rows: RefusedRow[]): Promise<void>;
};

/** `added + updated + same + repeated + refused + unwritten` equals `rows`. */
export type StagingCounts = WriteCounts & {
  rows: number;
  repeated: number;
  refused: number;
  unwritten: number;
};

export const emptyStaging: StagingCounts = {
  ...emptyWrite,
  rows: 0,
  repeated: 0,
  refused: 0,
  unwritten: 0,
};

export async function stageAll(
  { db }: Pick<Dependencies, 'db'>,
  { rows, signal, onRefused, onQuarantined }: StagingJob,
): Promise<StagingCounts> {
  const counts = { ...emptyStaging };
  const contradictions: Contradictions = new Map();
  for await (const batch of splitIntoBatches(rows)) {
    const { refused, repeated, quarantined } = await stageRows({ db }, { rows: batch, contradictions });
    if (refused.length > 0) await onRefused(refused);
    if (quarantined.length > 0) await onQuarantined(quarantined);
    counts.rows += batch.length;
    counts.refused += refused.length;
    counts.repeated += repeated;
    counts.unwritten += batch.length - refused.length - repeated;
    if (signal.aborted) return counts;
  }
  const contradicting = [...contradictions.values()].flatMap(refuseContradiction);
  if (contradicting.length > 0) await onRefused(contradicting);
  counts.refused += contradicting.length;
  counts.unwritten -= contradicting.length;
  await unstageParts(db, [...contradictions.keys()]);
  await recognizeParts({ db });
  return counts;
}
