/** Checks the address of an image before it is stored. */
import { hasImage } from '#database/images.ts';
import { parseUploadedImage } from '#domain/images/uploaded-images.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** Refuses: invalid-input (of `field`). */
export async function checkImage(
  { db }: Pick<Dependencies, 'db'>,
  { field, address }: { field: string; address: string },
): Promise<Refusal | undefined> {
  if (!address.startsWith('/images/')) return undefined;
  const key = parseUploadedImage(address)?.base.slice('/images/'.length);
  if (key && (await hasImage(db, key))) return undefined;
  const message = 'There is no such picture here. Please upload it again.';
  return { refused: 'invalid-input', errors: [{ path: field, message }] };
}
