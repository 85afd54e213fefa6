/** The endpoint of the documents of invoices, and how they are listed. */
import { z } from 'zod';
import { invoiceKinds } from '#invoices/rules/invoices.ts';
import { dollars } from '#kernel/fields.ts';
import { defineEndpoint, fileSchema, fillIn, idParams } from '#platform/contract/endpoint.ts';

export const invoiceSchema = z.object({
  _id: z.uuid(),
  kind: z
    .enum(invoiceKinds)
    .describe('reversal: takes a credit note back, whose refund came back to the shop'),
  number: z.string(),
  total: dollars.describe('US dollars, with tax; never negative'),
  tax: dollars.describe('included in the total, US dollars'),
  reason: z.string().nullable().describe('of a note'),
  seller: z
    .object({
      ...{ name: z.string(), companyName: z.string(), postalAddress: z.string(), email: z.string() },
      ...{ registration: z.string(), taxId: z.string() },
    })
    .describe('as the settings of the shop were when it was issued'),
  buyer: z
    .object({
      ...{ name: z.string(), location: z.string(), email: z.string(), phone: z.string() },
      ...{ company: z.string().optional(), vatNumber: z.string().optional() },
    })
    .describe('as the order was when it was issued: a correction of the address does not change it'),
  issuedAt: z.iso.datetime(),
  document: z
    .object({
      ...{ title: z.string(), number: z.string(), shop: z.string(), author: z.string() },
      ...{ from: z.array(z.string()), to: z.array(z.string()) },
      facts: z.array(z.object({ name: z.string(), value: z.string() })),
      lines: z.array(
        z.object({
          ...{ name: z.string(), order: z.string(), unitPrice: z.string() },
          ...{ quantity: z.string(), amount: z.string() },
        }),
      ),
      totals: z.array(z.object({ name: z.string(), amount: z.string(), isTotal: z.boolean() })),
    })
    .describe('what its PDF says, text by text: for who cannot read that'),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const readInvoiceFileEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/invoices/:id/file',
  summary: 'The document of an invoice or of a note that corrects it, as PDF/A; always the same bytes',
  access: 'owner-or-administrator',
  params: idParams,
  file: 'application/pdf',
  response: fileSchema,
  refusals: ['invoice-not-found', 'work-busy', 'work-too-costly'],
  example: { params: { id: fillIn('invoice') } },
});
