/** The calls about reviews. */
import { z } from 'zod';
import { declare, pageQuery } from '#contract/call.ts';

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
  query: pageQuery,
  paged: true,
  status: 200,
  answer: z.array(reviewSchema),
  refusals: [],
});
