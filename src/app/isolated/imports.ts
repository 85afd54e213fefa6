/** Imports of uploaded files in an isolated process, on a connection of its own. */
import { connect } from '#app/connect.ts';
import { confirmImport } from '#catalogue/use-cases/confirm-import.ts';
import { previewImport } from '#catalogue/use-cases/preview-import.ts';
import type { Database, DatabaseAddress } from '#platform/database/connect.ts';
import { backgroundLimits } from '#platform/database/lend-client.ts';

export const previewImportAt = withConnection(previewImport);
export const confirmImportAt = withConnection(confirmImport);

/** `backgroundLimits`: a large file takes longer than requests may use the database. */
function withConnection<Request, Answer>(
  readOrWrite: (dependencies: { db: Database }, request: Request) => Promise<Answer>,
) {
  return async (address: DatabaseAddress, request: Request): Promise<Answer> => {
    await using db = connect(address, 1, backgroundLimits).db;
    return await readOrWrite({ db }, request);
  };
}
