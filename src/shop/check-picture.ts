/** Checks the address of a picture before it is kept. */
import { hasPicture } from '#database/pictures.ts';
import type { Refusal } from '#domain/refusals.ts';
import { uploadedPictureAt } from '#domain/uploaded-pictures.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/**
 * Refuses an address below `/images/` at which there is no picture, naming the field that holds it; other addresses are
 * never looked at. Refuses: invalid-input.
 */
export async function checkPicture(
  { db }: Pick<Dependencies, 'db'>,
  { field, address }: { field: string; address: string },
): Promise<Refusal | undefined> {
  if (!address.startsWith('/images/')) return undefined;
  const key = uploadedPictureAt(address)?.base.slice('/images/'.length);
  if (key && (await hasPicture(db, key))) return undefined;
  const message = 'There is no such picture here. Please upload it again.';
  return { refused: 'invalid-input', errors: [{ path: field, message }] };
}
