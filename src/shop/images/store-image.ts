/** Stores an uploaded image in all its formats and widths. */
import { createHash } from 'node:crypto';
import { recordUpload } from '#database/images.ts';
import {
  chooseWidths,
  imageFormats,
  imageMediaTypes,
  makeImageFileName,
  makeImageKey,
} from '#domain/images/uploaded-images.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { type DecodedImage, decodeImage } from '#images/decode-image.ts';
import { encodeImage } from '#images/encode-image.ts';
import { computeImagePlaceholder } from '#images/placeholder-color.ts';
import type { Dependencies } from '#shop/dependencies.ts';

export type StoredImage = {
  key: string;
  width: number;
  height: number;
};

/** Refuses: as decodeImage, and image-store-unavailable: a repeated upload completes missing files. */
export async function storeImage(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  { upload, at }: { upload: Buffer; at: Date },
): Promise<StoredImage | Refusal> {
  return await images.limitConcurrency(async () => {
    const image = await decodeImage(upload);
    if (isRefused(image)) return image;
    const { width, height } = image;
    const key = makeImageKey(computeHash(image), {
      width,
      height,
      placeholderColor: await computeImagePlaceholder(image),
    });
    // recorded before its files exist, so that no file is unknown to the shop
    if (!(await recordUpload(db, key, at))) return { refused: 'image-store-unavailable' };
    for (const each of chooseWidths(width)) {
      for (const format of imageFormats) {
        const name = makeImageFileName(key, each, format);
        const exists = await images.store.has(name);
        if (isRefused(exists)) return exists;
        if (exists) continue;
        const bytes = await encodeImage(image, each, format);
        const failed = await images.store.put(name, bytes, imageMediaTypes[format]);
        if (failed) return failed;
      }
    }
    return { key, width, height };
  });
}

/** Of the pixels only: the metadata of a camera must not change the name, nor be guessed from it. */
function computeHash({ pixels, width, height }: DecodedImage): string {
  return createHash('sha256').update(`${width}x${height}`).update(pixels).digest('hex').slice(0, 40);
}
