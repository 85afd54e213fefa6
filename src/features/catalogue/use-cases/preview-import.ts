/** Shows what the import of an uploaded file would do. */
import { findPartsBySku } from '#catalogue/database/part-batches.ts';
import { withStagedParts } from '#catalogue/database/staged-parts.ts';
import type { ImportPreview } from '#catalogue/rules/import/import-previews.ts';
import { UnreadablePartFile } from '#catalogue/rules/import/part-text.ts';
import { stagePartFile, type UploadedPartFile } from '#catalogue/use-cases/stage-part-file.ts';
import { type Refusal, refuseField } from '#kernel/refusals.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export async function previewImport(
  { db }: Pick<Dependencies, 'db'>,
  { file }: { file: UploadedPartFile },
): Promise<ImportPreview | Refusal> {
  try {
    const preview = await withStagedParts(db, (connection) =>
      stagePartFile(
        { db: connection },
        { file, findParts: async (...search) => [...(await findPartsBySku(...search)).values()] },
      ),
    );
    return preview ?? { refused: 'import-busy' };
  } catch (error) {
    if (!(error instanceof UnreadablePartFile)) throw error;
    return refuseField('file', error.message);
  }
}
