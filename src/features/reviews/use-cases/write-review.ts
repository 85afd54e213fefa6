/** A person reviews the shop, or a part that they have bought. */
import { randomUUIDv7 } from 'node:crypto';
import { checkImage } from '#images/use-cases/check-image.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { hasBought } from '#purchases/database/orders.ts';
import { type ReviewRow, storePartRatings, upsertReview } from '#reviews/database/reviews.ts';
import type { ReviewsFrom } from '#reviews/rules/reviews.ts';

export type ReviewRequest = {
  viewer: Viewer;
  partId: string | undefined;
  review: string;
  /** 1 to 5 in half steps. */
  rating: number;
  image: string;
  from: ReviewsFrom;
  at: Date;
};

/** Replaces the author's earlier review. Refuses: part-not-bought, nothing-bought, invalid-input (image). */
export async function writeReview(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, partId, review, rating, image, from, at }: ReviewRequest,
): Promise<ReviewRow | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const mustHaveBought = partId !== undefined || from === 'buyers';
    if (mustHaveBought && !(await hasBought(transaction, viewer.id, partId))) {
      return { refused: partId ? 'part-not-bought' : 'nothing-bought' };
    }
    const imageRefusal = await checkImage({ db: transaction }, { field: 'img', address: image });
    if (imageRefusal) return imageRefusal;
    const written = await upsertReview(transaction, {
      id: randomUUIDv7(),
      author_id: viewer.id,
      author_name: viewer.name,
      author_image: image,
      part_id: partId ?? null,
      review,
      rating,
      created_at: at,
    });
    if (partId) await storePartRatings(transaction, from, [partId]);
    return written;
  });
}
