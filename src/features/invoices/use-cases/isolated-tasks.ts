/** Invoices are drawn in a process of its own (`platform/system/isolation/`), and how much it may take. */
import type { drawInvoice } from '#invoices/papers/invoice.ts';
import type { IsolatedTask } from '#platform/system/isolation/isolation.ts';

export const drawInvoiceTask: IsolatedTask<typeof drawInvoice> = {
  name: 'draw-invoice',
  seconds: 60,
  megabytes: 600,
};
