/** What is done in processes of its own (`system/isolation/`), and how much memory and time each may take. */

import type { confirmImport } from '#features/catalogue/use-cases/confirm-import.ts';
import type { previewImport } from '#features/catalogue/use-cases/preview-import.ts';
import type { makeImageFiles } from '#features/images/isolated/make-image-files.ts';
import type { drawInvoice } from '#features/invoices/papers/invoice.ts';
import type { drawPackingSlips, drawPickList } from '#features/orders/papers/packing.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import type { IsolatedTask } from '#platform/system/isolation/isolation.ts';

/** The largest pictures take 380 MB and, on a core that is not busy, 9 s. */
export const makeImageFilesTask: IsolatedTask<typeof makeImageFiles> = {
  name: 'make-image-files',
  seconds: 30,
  megabytes: 600,
};

const drawing = { seconds: 60, megabytes: 600 };
export const drawInvoiceTask: IsolatedTask<typeof drawInvoice> = { name: 'draw-invoice', ...drawing };
export const drawPickListTask: IsolatedTask<typeof drawPickList> = { name: 'draw-pick-list', ...drawing };
export const drawPackingSlipsTask: IsolatedTask<typeof drawPackingSlips> = { name: 'draw-slips', ...drawing };

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
