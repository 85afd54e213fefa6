/** Imports of uploaded files in an isolated process, on a connection of its own. */
import { connect, type Database, type DatabaseAddress } from '#database/connect.ts';
import { backgroundLimits } from '#database/lend-client.ts';
import { confirmImport } from '#shop/catalogue/confirm-import.ts';
import { previewImport } from '#shop/catalogue/preview-import.ts';

export const previewImportAt = withConnection(previewImport);
export const confirmImportAt = withConnection(confirmImport);

/** `backgroundLimits`: a large file takes longer than requests may use the database. */
function withConnection<Request, Answer>(
  readOrWrite: (dependencies: { db: Database }, request: Request) => Promise<Answer>,
) {
  return async (address: DatabaseAddress, request: Request): Promise<Answer> => {
    const { db, close } = connect(address, 1, backgroundLimits);
    try {
      return await readOrWrite({ db }, request);
    } finally {
      await close();
    }
  };
}
