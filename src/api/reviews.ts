/** The routes about reviews. */
import type { FastifyInstance } from 'fastify';
import { presentReview } from '#api/presenters.ts';
import { type Services, sendPage, serve } from '#api/serve.ts';
import { listReviews } from '#contract/reviews.ts';
import { findReviews } from '#database/reviews.ts';

export function reviewRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listReviews, async (asked) => {
    return sendPage(asked, await findReviews(services.db, asked.query), presentReview);
  });
}
