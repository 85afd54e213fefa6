/** Cursors: each names the last row of a page by what its list is sorted by, so that the next page begins after it. */
import { z } from 'zod';
import { uuidPattern } from '#domain/ids.ts';

const wrong = 'This is not the cursor of a next page';

/** Of a list that is sorted by a whole number (a rank, a time in milliseconds) and then by its ids. */
export const sortedCursor = z.codec(
  z.string(wrong).regex(new RegExp(`^\\d{1,13}~${uuidPattern}$`), wrong),
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

/** Of a list of reviews: whether the author has bought, the time in milliseconds, and the id. */
export const reviewCursor = z.codec(
  z.string(wrong).regex(new RegExp(`^[01]~\\d{1,13}~${uuidPattern}$`), wrong),
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

/** A number as JavaScript writes it, or a text after an apostrophe. */
const sortKeyPattern = String.raw`(-?\d{1,16}(\.\d{1,20})?(e-\d{1,3})?|-?Infinity|'[\s\S]{1,200})`;

/** Of a list of parts, which is sorted by a number or by a text (after an apostrophe), and then by its ids. */
export const partCursor = z.codec(
  z
    .string(wrong)
    .max(300, wrong)
    .regex(new RegExp(`^${sortKeyPattern}~${uuidPattern}$`), wrong),
  z.object({
    key: z.union([z.number(), z.literal([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]), z.string()]),
    id: z.string(),
  }),
  {
    decode: (text) => {
      const end = text.lastIndexOf('~');
      const [key, id] = [text.slice(0, end), text.slice(end + 1)];
      return { key: key.startsWith("'") ? key.slice(1) : Number(key), id };
    },
    encode: ({ key, id }) => `${typeof key === 'string' ? `'${key}` : key}~${id}`,
  },
);
export type PartCursor = z.output<typeof partCursor>;
