/** The endpoint of the audit log. */
import { z } from 'zod';
import { changedFieldSchema, changeSubjects } from '#kernel/admin-changes.ts';
import { sortedCursor } from '#kernel/cursors.ts';
import { idField, searchText } from '#kernel/fields.ts';
import { defineEndpoint, fillIn, makeExamplePage, makePageQuery } from '#platform/contract/endpoint.ts';

const time = z.iso.datetime('This is not a time, for example 2026-11-22T00:00:00Z');

export const adminChangeSchema = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  by: z
    .object({ name: z.string(), email: z.string() })
    .nullable()
    .describe('null: a command of the command line'),
  subject: z.enum(changeSubjects),
  subjectId: z.uuid(),
  title: z.string().nullable().describe('the part, the order’s part, the person, the author of the review'),
  orderId: z.uuid().nullable().describe('of an order or a refund'),
  email: z.string().nullable().describe('of a person'),
  changes: z.array(changedFieldSchema),
});
export type ListedAdminChange = z.infer<typeof adminChangeSchema>;

export const listAdminChangesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/audit_log',
  summary: 'What administrators changed, the newest first',
  access: 'administrator',
  query: makePageQuery(sortedCursor).extend({
    by: searchText.optional().describe('words of the administrator’s name or e-mail; “command line”'),
    subject: z.enum(changeSubjects).optional(),
    of: idField('This is not an id').optional().describe('only changes of the part, order, … of this id'),
    day: z.iso
      .date('A day such as 2026-11-22 is needed here')
      .optional()
      .describe('only changes of this day, by the clocks of the shop'),
    from: time.optional(),
    until: time.optional().describe('only changes before it'),
  }),
  isPaged: true,
  response: z.array(adminChangeSchema),
  example: {
    query: {
      ...makeExamplePage(),
      ...{ by: 'pat', subject: 'parts', of: fillIn('part'), day: '2026-01-31' },
      ...{ from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' },
    },
  },
});
