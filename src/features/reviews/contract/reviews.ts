/** Endpoints for reviews. */
import { z } from 'zod';
import { uploadedAddress } from '#images/contract/images.ts';
import { reviewCursor } from '#kernel/cursors.ts';
import { makeIdField } from '#kernel/fields.ts';
import { emailSchema } from '#kernel/person-fields.ts';
import { wording } from '#kernel/wording.ts';
import { defineEndpoint, fillIn, idParams, makePageQuery } from '#platform/contract/endpoint.ts';
import { reviewFormSchema } from '#reviews/contract/review-form.ts';
import { reviewConditions, reviewStatuses } from '#reviews/rules/reviews.ts';

export const reviewSchema = z.object({
  _id: z.uuid(),
  partsId: z.uuid().nullable().describe('null: of the shop'),
  img: z.string(),
  name: z.string(),
  review: z.string(),
  rating: z.number().min(1).max(5).describe('in half steps'),
  hidden: z.boolean(),
  postedAt: z.iso.datetime(),
});
export type Review = z.infer<typeof reviewSchema>;

export const listedReviewSchema = reviewSchema.extend({
  bought: z
    .boolean()
    .describe('whether its author has bought the part, or anything here for one of the shop'),
  partsName: z.string().nullable().describe('null: of the shop'),
});
export type ListedReview = z.infer<typeof listedReviewSchema>;

const partsId = makeIdField('a part').optional();

export const listReviewsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/ratings',
  summary:
    'Reviews of the shop, of one part or of all parts: first of those who have bought, each newest first; hidden ones, and those that are not shown yet, are listed for administrators',
  access: 'anyone', // depends on the status: 403 for lists that only administrators may see
  query: makePageQuery(reviewCursor).extend({
    partsId,
    of: z.enum(['shop', 'parts']).default('shop').describe('what they are of, when no partsId is given'),
    status: z
      .enum(reviewStatuses)
      .default('shown')
      .describe('waiting: of people whose reviews this shop does not show yet'),
  }),
  isPaged: true,
  response: z.array(listedReviewSchema),
  refusals: ['not-allowed'],
  example: {
    query: {
      ...{ limit: '5', cursor: `0~1700000000000~${fillIn('part')}`, page: '1' },
      ...{ partsId: fillIn('part'), of: 'parts', status: 'shown' },
    },
  },
});

export const listMyReviewsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/my_ratings',
  summary:
    'What one may review, the shop first and then each part that one has bought, with what one wrote of it',
  access: 'signed-in',
  response: z.array(
    z.object({
      partsId: z.uuid().nullable().describe('null: the shop'),
      partsName: z.string().nullable(),
      review: reviewSchema.nullable().describe('null: not reviewed yet'),
      missing: z.enum(reviewConditions).nullable().describe('what others see a review of it only after'),
    }),
  ),
});
export type ReviewSubject = z.infer<typeof listMyReviewsEndpoint.response>[number];

export const writeReviewEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/user_rating',
  summary: 'Reviews the shop, or a part that one has bought; a second one of the same replaces the first',
  access: 'signed-in',
  body: reviewFormSchema.extend({
    img: uploadedAddress(wording.messages.image),
    partsId,
    name: z.string().max(100).optional().describe('if sent, it must be the name of the token’s person'),
    email: emailSchema.optional().describe('if sent, it must be the e-mail of the token’s person'),
  }),
  response: reviewSchema.extend({ insertedId: z.uuid() }),
  refusals: ['not-allowed', 'part-not-bought', 'nothing-bought'],
  example: {
    body: {
      review: 'All as it should be.',
      rating: 4.5,
      img: fillIn('image'),
      partsId: fillIn('bought-part'),
      name: fillIn('asking-name'),
      email: fillIn('asking-email'),
    },
  },
});

export const hideReviewEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/ratings/:id',
  summary: 'Hides a review from everybody, or shows it again',
  access: 'administrator',
  params: idParams,
  body: z.strictObject({ hidden: z.boolean() }),
  response: reviewSchema.extend({ modifiedCount: z.int() }),
  refusals: ['review-not-found'],
  example: { params: { id: fillIn('review') }, body: { hidden: true } },
});
