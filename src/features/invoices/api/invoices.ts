/** The route of the documents of invoices. */
import type { FastifyInstance } from 'fastify';
import { type Invoice, readInvoiceFileEndpoint } from '#invoices/contract/invoices.ts';
import {
  findVisibleInvoice,
  type InvoiceRow,
  nameInvoice,
  readIssuedInvoice,
} from '#invoices/database/invoices.ts';
import { describeInvoice } from '#invoices/rules/invoice-document.ts';
import { keepInvoiceFile } from '#invoices/use-cases/keep-invoice-file.ts';
import { centsToDollars } from '#kernel/money.ts';
import { isRefused } from '#kernel/refusals.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';

export function invoiceRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, readInvoiceFileEndpoint, async ({ viewer, params, at }) => {
    const invoice = await findVisibleInvoice(services.db, viewer, params.id);
    if (!invoice) return { refused: 'invoice-not-found' };
    const file = await keepInvoiceFile(services, { viewer, invoice, at });
    return isRefused(file) ? file : { name: `${nameInvoice(invoice)}.pdf`, content: file.pdf };
  });
}

export function presentInvoice(invoice: InvoiceRow): Invoice {
  return {
    _id: invoice.id,
    kind: invoice.kind,
    number: nameInvoice(invoice),
    total: centsToDollars(invoice.total_cents),
    tax: centsToDollars(invoice.tax_cents),
    reason: invoice.content.reason ?? null,
    seller: invoice.content.seller,
    buyer: invoice.content.buyer,
    issuedAt: invoice.issued_at.toISOString(),
    document: describeInvoice(readIssuedInvoice(invoice)),
  };
}
