/** Clears away what nobody needs any more. */
import { deleteAttempts } from '#database/attempts.ts';
import type { Database } from '#database/connect.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { removePictures } from '#shop/remove-pictures.ts';
import type { Tools } from '#shop/tools.ts';

/** Forgets counts that are over and removes pictures that nothing shows. Refuses: image-store-unavailable. */
export async function tidyUp(
  db: Database,
  { images }: Pick<Tools, 'images'>,
  { at }: { at: Date },
): Promise<Refusal | undefined> {
  await deleteAttempts(db, at);
  const removed = await removePictures(db, images, { at });
  return isRefused(removed) ? removed : undefined;
}
