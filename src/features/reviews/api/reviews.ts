/** The routes of reviews. */
import type { FastifyInstance } from 'fastify';
import type { VisitorReads } from '#catalogue/database/visitor-reads.ts';
import { refuseOtherPerson } from '#kernel/people.ts';
import { isRefused } from '#kernel/refusals.ts';
import { isConfirmed } from '#people/database/people.ts';
import { registerPublicRead } from '#platform/http/public-reads.ts';
import { type ApiDependencies, registerEndpoint, sendPage } from '#platform/http/register-endpoint.ts';
import { findBoughtParts } from '#purchases/database/orders.ts';
import {
  hideReviewEndpoint,
  listMyReviewsEndpoint,
  listReviewsEndpoint,
  writeReviewEndpoint,
} from '#reviews/contract/reviews.ts';
import { findReviews, findReviewsBy, presentListedReview, presentReview } from '#reviews/database/reviews.ts';
import { findMissingCondition, type ReviewsFrom } from '#reviews/rules/reviews.ts';
import { hideReview } from '#reviews/use-cases/hide-review.ts';
import { writeReview } from '#reviews/use-cases/write-review.ts';

type ReviewDependencies = ApiDependencies & { visitorReads: VisitorReads; reviewsFrom: ReviewsFrom };

export function reviewRoutes(app: FastifyInstance, services: ReviewDependencies): void {
  const { db, reviewsFrom: from } = services;

  registerPublicRead(app, services, listReviewsEndpoint, async (context, sources) => {
    const { viewer, query } = context;
    if (query.status !== 'shown' && viewer?.role !== 'admin') return { refused: 'not-allowed' };
    return sendPage(
      context,
      await findReviews(sources.db, { ...query, from, partId: query.partsId }),
      presentListedReview,
    );
  });

  registerEndpoint(app, services, listMyReviewsEndpoint, async ({ viewer }) => {
    const [boughtParts, reviews, confirmed] = await Promise.all([
      findBoughtParts(db, viewer.id),
      findReviewsBy(db, viewer.id),
      isConfirmed(db, viewer.id),
    ]);
    const missing = findMissingCondition(from, { isConfirmed: confirmed, hasBought: boughtParts.length > 0 });
    return [{ id: null, name: null }, ...boughtParts].map(({ id, name }) => {
      const review = reviews.find(({ part_id }) => part_id === id);
      return { partsId: id, partsName: name, review: review ? presentReview(review) : null, missing };
    });
  });

  registerEndpoint(app, services, writeReviewEndpoint, async ({ viewer, body, at }) => {
    const refusal = refuseOtherPerson(viewer, body);
    if (refusal) return refusal;
    const { review, rating, img: image, partsId: partId } = body;
    const saved = await writeReview(services, { viewer, partId, review, rating, image, from, at });
    return isRefused(saved) ? saved : { ...presentReview(saved), insertedId: saved.id };
  });

  registerEndpoint(app, services, hideReviewEndpoint, async ({ viewer, params, body, at }) => {
    const { hidden } = body;
    const result = await hideReview(services, { viewer, reviewId: params.id, hidden, from, at });
    return isRefused(result)
      ? result
      : { ...presentReview(result.review), modifiedCount: result.changed ? 1 : 0 };
  });
}
