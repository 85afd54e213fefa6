/** Removes uploaded images that nothing shows. */
import { deleteImage, markUnusedImages, tryLockImageRemoval } from '#images/database/images.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { listImageFileNames } from '#kernel/uploaded-images.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** A day: a fresh upload is normally in use within moments. */
const graceMs = 24 * 60 * 60 * 1000;
const batchSize = 500;

/** Removes nothing during a backup. Refuses: image-store-unavailable (the next run removes the rest). */
export async function removeUnusedImages(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  { at }: { at: Date },
): Promise<number | Refusal> {
  const before = new Date(at.getTime() - graceMs);
  const keys = await runTransaction(db, async (transaction) =>
    (await tryLockImageRemoval(transaction))
      ? await markUnusedImages(transaction, { before, at, limit: batchSize })
      : [],
  );
  for (const key of keys) {
    for (const name of listImageFileNames(key)) {
      const failed = await images.remove(name);
      if (isRefused(failed)) return failed;
    }
    await deleteImage(db, key);
  }
  return keys.length;
}
