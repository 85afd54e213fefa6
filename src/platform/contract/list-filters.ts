/** Query parameters that lists for administrators share. */
import { z } from 'zod';
import { searchText } from '#kernel/fields.ts';

const firstDay = '1970-01-01';

const day = z.iso
  .date('A day such as 2026-11-22 is needed here')
  .refine((text) => text >= firstDay, `The first day that is possible is ${firstDay}`)
  .optional();

/** Both included. */
export const dayFilters = {
  from: day.describe('by the clocks of the shop'),
  to: day.describe('by the clocks of the shop'),
};

export const exampleDays = { from: '2026-01-01', to: '2026-01-31' };

export const customerFilter = {
  customer: searchText.optional().describe('words of the name or e-mail address'),
};
