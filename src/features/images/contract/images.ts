/** The endpoint for uploads of images. */
import { z } from 'zod';
import { requiredText } from '#kernel/fields.ts';
import { parseUploadedImage } from '#kernel/uploaded-images.ts';
import { defineEndpoint } from '#platform/contract/endpoint.ts';

export const uploadImageEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/image',
  summary:
    'Keeps a picture (JPEG, PNG, WebP or AVIF, at most 10 MB and 40 megapixels, 16 in AVIF) in the formats and widths of the pages',
  access: 'signed-in',
  upload: 'image',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      url: z
        .string()
        .describe(
          'the picture as JPEG, 640 pixels wide or narrower: `<key>-<width>.jpg`; its other files lie at `<key>-<each of widths>.<avif|webp|jpg>`',
        ),
      width: z.int().describe('pixels, of the largest file'),
      height: z.int().describe('pixels, of the largest file'),
      widths: z.array(z.int()).describe('pixels: the widths of its files, in each format'),
    }),
  }),
  refusals: [
    'image-too-large',
    'image-too-many-pixels',
    'image-not-recognised',
    'image-broken',
    'image-too-costly',
    'image-host-busy',
    'too-many-uploads',
    'image-store-unavailable',
  ],
});

/**
 * Only images of this shop: other sites could track the people who see them. Of a whole address the path is kept, since
 * clients resolve the `data.url` of an upload as they do other links.
 */
export function uploadedAddress(missing: string) {
  return requiredText(500, missing)
    .transform((address) => address.replace(/^https?:\/\/[^/?#]+(?=\/)/i, ''))
    .refine(
      (address) => parseUploadedImage(address) !== undefined,
      'This is not the address of a picture that was uploaded here',
    );
}
