/** The schema of an image that is chosen in a form; apart from its field, because pages of a person load no schema before a form is used. */
import { z } from 'zod';
import { uploadLimits, uploadTooLargeMessage } from '#kernel/uploaded-images.ts';

/** An optional image. Refuses: more bytes than the shop accepts, or none. */
export const imageField = z
  .instanceof(Blob)
  .refine(({ size }) => size <= uploadLimits.bytes, uploadTooLargeMessage)
  .refine(({ size }) => size > 0, 'This file is empty')
  .optional();

export function requiredImageField(missing: string) {
  return z.instanceof(Blob, { message: missing }).pipe(imageField.unwrap());
}
