/** The calls about reviews. */
import { z } from 'zod';
import { declare, pageQueryOf } from '#contract/call.ts';
import { sortedCursor } from '#domain/cursors.ts';

export const reviewSchema = z.object({
  _id: z.uuid(),
  img: z.string(),
  name: z.string(),
  review: z.string(),
  rating: z.number().min(1).max(5).describe('in half steps'),
  postedAt: z.iso.datetime(),
});
export type Review = z.infer<typeof reviewSchema>;

export const listReviews = declare({
  method: 'GET',
  path: '/api/ratings',
  summary: 'Reviews of the shop, newest first',
  who: 'anyone',
  query: pageQueryOf(sortedCursor),
  paged: true,
  status: 200,
  answer: z.array(reviewSchema),
  refusals: [],
});
