/** An administrator hides a review, or shows it again. */
import type { Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { lockReview, type ReviewRow, storePartRatings, updateHiddenAt } from '#reviews/database/reviews.ts';
import type { ReviewsFrom } from '#reviews/rules/reviews.ts';

export type HideReviewRequest = {
  viewer: Viewer;
  reviewId: string;
  hidden: boolean;
  from: ReviewsFrom;
  at: Date;
};

/** Refuses: review-not-found. */
export async function hideReview(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, reviewId, hidden, from, at }: HideReviewRequest,
): Promise<{ review: ReviewRow; changed: boolean } | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const review = await lockReview(transaction, reviewId);
    if (!review) return { refused: 'review-not-found' };
    if ((review.hidden_at !== null) === hidden) return { review, changed: false };
    const hidden_at = hidden ? at : null;
    await recordAdminChange(transaction, {
      adminId: viewer.id,
      subject: 'reviews',
      subjectId: reviewId,
      before: { hidden_at: review.hidden_at },
      after: { hidden_at },
      at,
    });
    await updateHiddenAt(transaction, reviewId, hidden_at);
    if (review.part_id) await storePartRatings(transaction, from, [review.part_id]);
    return { review: { ...review, hidden_at }, changed: true };
  });
}
