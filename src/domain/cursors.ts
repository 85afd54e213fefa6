/** Cursors: each names the last row of a page by what its list is sorted by, so that the next page begins after it. */
import { z } from 'zod';

const wrong = 'This is not the cursor of a next page';

/** Of a list that is sorted by a whole number (a rank, a time in milliseconds) and then by its ids. */
export const sortedCursor = z.codec(
  z.string(wrong).regex(/^\d{1,13}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, wrong),
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
