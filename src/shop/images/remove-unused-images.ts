/** Removes uploaded pictures that nothing shows, so that what was tried out and given up does not pile up. */
import { deleteImage, markUnusedImages, tryLockImageRemoval } from '#database/images.ts';
import { runTransaction } from '#database/transaction.ts';
import { listImageFileNames } from '#domain/images/uploaded-images.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { ImageHost } from '#images/image-host.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** A day, in milliseconds: who uploads a picture shows it somewhere within moments, unless something keeps them. */
const graceMs = 24 * 60 * 60 * 1000;
const batchSize = 500;

/**
 * Removes the files of pictures that were uploaded more than a day ago and are shown nowhere, not even on an old order, and
 * answers how many. One that is uploaded again at this moment is refused there and kept the next time. It may run in several
 * processes at once. While a backup reads the pictures, none is removed. Refuses: image-store-unavailable (the rest stays for the next time).
 */
export async function removeUnusedImages(
  { db, images: { store } }: Pick<Dependencies, 'db'> & { images: Pick<ImageHost, 'store'> },
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
      const failed = await store.remove(name);
      if (isRefused(failed)) return failed;
    }
    await deleteImage(db, key);
  }
  return keys.length;
}
