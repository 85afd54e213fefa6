/** Cursors of pages: the sort key and the id of the last row, after which the next page begins. */
import { z } from 'zod';
import { uuidPattern } from '#kernel/ids.ts';

const invalidCursor = 'This is not the cursor of a next page';

export const sortedCursor = z.codec(
  z.string(invalidCursor).regex(new RegExp(`^\\d{1,13}~${uuidPattern}$`), invalidCursor),
  z.object({ place: z.int(), id: z.string() }),
  {
    decode: (text) => {
      const [place, id = ''] = text.split('~');
      return { place: Number(place), id };
    },
    encode: ({ place, id }) => `${place}~${id}`,
  },
);
export type SortedCursor = z.output<typeof sortedCursor>;

export const reviewCursor = z.codec(
  z.string(invalidCursor).regex(new RegExp(`^[01]~\\d{1,13}~${uuidPattern}$`), invalidCursor),
  z.object({ bought: z.boolean(), place: z.int(), id: z.string() }),
  {
    decode: (text) => {
      const [bought, place, id = ''] = text.split('~');
      return { bought: bought === '1', place: Number(place), id };
    },
    encode: ({ bought, place, id }) => `${bought ? 1 : 0}~${place}~${id}`,
  },
);
export type ReviewCursor = z.output<typeof reviewCursor>;

/** A JavaScript number, or a text after an apostrophe. */
const sortKeyPattern = String.raw`(-?\d{1,16}(\.\d{1,20})?(e-\d{1,3})?|-?Infinity|'[\s\S]{1,200})`;

export const partCursor = z.codec(
  z
    .string(invalidCursor)
    .max(300, invalidCursor)
    .regex(new RegExp(`^${sortKeyPattern}~\\d{1,16}~\\d{1,16}~\\d{1,10}~${uuidPattern}$`), invalidCursor),
  z.object({
    key: z.union([z.number(), z.literal([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]), z.string()]),
    merit: z.int(),
    addedAt: z.int(),
    fileRow: z.int(),
    id: z.string(),
  }),
  {
    decode: (text) => {
      const [, key = '', merit, addedAt, fileRow, id = ''] =
        /^([\s\S]*)~(.+)~(.+)~(.+)~(.+)$/.exec(text) ?? [];
      return {
        key: key.startsWith("'") ? key.slice(1) : Number(key),
        merit: Number(merit),
        addedAt: Number(addedAt),
        fileRow: Number(fileRow),
        id,
      };
    },
    encode: ({ key, merit, addedAt, fileRow, id }) =>
      [typeof key === 'string' ? `'${key}` : key, merit, addedAt, fileRow, id].join('~'),
  },
);
export type PartCursor = z.output<typeof partCursor>;
