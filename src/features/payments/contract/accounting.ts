/** The endpoint of the tables that accountants get. */
import { z } from 'zod';
import { explainValue } from '#kernel/fields.ts';
import { defineEndpoint, type Example, fileSchema } from '#platform/contract/endpoint.ts';

export const accountingKinds = ['orders', 'payments', 'refunds', 'tax'] as const;
export type AccountingKind = (typeof accountingKinds)[number];

const day = z.iso
  .date({ error: explainValue('A day is required', 'A day such as 2026-11-22 is needed here') })
  .refine((text) => text >= '1970-01-01', 'The first day that is possible is 1970-01-01')
  // the day after it must be one, too
  .refine((text) => text < '9999-12-31', 'The last day that is possible is 9999-12-30');

export const readAccountsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/accounts',
  summary:
    'Orders placed, payments, refunds, or the sums by country, region and tax of a period, as CSV; payments and refunds together are the ledger of money',
  access: 'administrator',
  query: z
    .object({
      kind: z.enum(accountingKinds),
      from: day.describe('by the clocks of the shop'),
      to: day.describe('included'),
    })
    .refine(({ from, to }) => from <= to, { error: 'The last day is before the first', path: ['to'] }),
  file: 'text/csv',
  response: fileSchema,
});

export const readAccountsExample: Example<typeof readAccountsEndpoint> = () => ({
  query: { kind: 'tax', from: '2026-01-01', to: '2026-12-31' },
});
