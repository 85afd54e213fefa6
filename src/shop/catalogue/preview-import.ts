/** Shows what the import of an uploaded file would do. */
import { findPartsBySku } from '#database/catalogue/part-batches.ts';
import { withStagedParts } from '#database/catalogue/staged-parts.ts';
import { UnreadablePartFile } from '#domain/catalogue/import/part-text.ts';
import type { Refusal } from '#domain/refusals.ts';
import { type ImportPreview, stagePartFile, type UploadedPartFile } from '#shop/catalogue/stage-part-file.ts';
import type { Dependencies } from '#shop/dependencies.ts';

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
    return { refused: 'invalid-input', errors: [{ path: 'file', message: error.message }] };
  }
}
