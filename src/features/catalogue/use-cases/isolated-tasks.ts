/** Imports of uploaded files: done in a process of its own (`platform/system/isolation/`), and how much it may take. */
import type { confirmImport } from '#catalogue/use-cases/confirm-import.ts';
import type { previewImport } from '#catalogue/use-cases/preview-import.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import type { IsolatedTask } from '#platform/system/isolation/isolation.ts';

/** As the use case, on a connection of the process. */
type WithDatabase<UseCase extends (dependencies: never, request: never) => Promise<unknown>> = (
  database: DatabaseAddress,
  request: Parameters<UseCase>[1],
) => ReturnType<UseCase>;

/** Confirming waits for who is buying these parts. */
const importing = { seconds: 300, megabytes: 1000 };
export const previewImportTask: IsolatedTask<WithDatabase<typeof previewImport>> = {
  name: 'preview-import',
  ...importing,
};
export const confirmImportTask: IsolatedTask<WithDatabase<typeof confirmImport>> = {
  name: 'confirm-import',
  ...importing,
};
