/** Imports an uploaded file, if this does what its preview has shown: all of it in one transaction, or nothing. */
import { randomUUIDv7 } from 'node:crypto';
import { lockPartsBySku } from '#catalogue/database/part-batches.ts';
import { readStagedParts, withStagedParts } from '#catalogue/database/staged-parts.ts';
import type { ImportPreview } from '#catalogue/rules/import/import-previews.ts';
import { importDefaults } from '#catalogue/rules/import/part-import.ts';
import { UnreadablePartFile } from '#catalogue/rules/import/part-text.ts';
import { readPriceRules } from '#catalogue/use-cases/read-price-rules.ts';
import { stagePartFile, type UploadedPartFile } from '#catalogue/use-cases/stage-part-file.ts';
import { type PartImport, type WriteCounts, writeParts } from '#catalogue/use-cases/write-parts.ts';
import type { Viewer } from '#kernel/people.ts';
import { type Refusal, refuseField } from '#kernel/refusals.ts';
import { runTransaction, type Transaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type ImportConfirmation = {
  file: UploadedPartFile;
  /** Of the preview. */
  hash: string;
  viewer: Viewer;
  at: Date;
};

export async function confirmImport(
  { db }: Pick<Dependencies, 'db'>,
  confirmation: ImportConfirmation,
): Promise<ImportPreview | Refusal> {
  try {
    const outcome = await withStagedParts(db, (connection) =>
      runTransaction(connection, (transaction) => importFile(transaction, confirmation)),
    );
    return outcome ?? { refused: 'import-busy' };
  } catch (error) {
    if (error instanceof DifferentImport) return { refused: 'import-differs' };
    if (!(error instanceof UnreadablePartFile)) throw error;
    return refuseField('file', error.message);
  }
}

/** Rolls back what was written. */
class DifferentImport extends Error {}

async function importFile(
  transaction: Transaction,
  { file, hash, viewer, at }: ImportConfirmation,
): Promise<ImportPreview> {
  const preview = await stagePartFile({ db: transaction }, { file, findParts: lockPartsBySku });
  if (preview.hash !== hash) throw new DifferentImport();
  const written = await writeAll(transaction, {
    id: randomUUIDv7(),
    files: [file.name],
    defaults: importDefaults,
    prices: await readPriceRules({ db: transaction }, file),
    adminId: viewer.id,
    at,
  });
  // a part may have been added since
  if (written.added !== preview.added || written.updated !== preview.updated) throw new DifferentImport();
  return preview;
}

async function writeAll(
  transaction: Transaction,
  partImport: PartImport,
): Promise<Pick<WriteCounts, 'added' | 'updated'>> {
  const written = { added: 0, updated: 0 };
  for await (const parts of readStagedParts(transaction)) {
    const { added, updated } = await writeParts({ db: transaction }, { parts, partImport });
    written.added += added;
    written.updated += updated;
  }
  return written;
}
