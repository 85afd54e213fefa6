/** Somebody uploads a picture. */
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
  /** Pixels, of the largest file. */
  width: number;
  height: number;
};

/**
 * Keeps a picture in every format and width that pages use, under a name that follows from its pixels: the same picture
 * is kept once, however often it is uploaded, and one of which a crash left only some files is completed. A refused
 * one leaves nothing. Refuses: image-too-large, image-not-recognised, image-too-many-pixels, image-broken,
 * image-store-unavailable (which may leave some files; the next upload of the picture completes them).
 */
export async function storeImage(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  { upload, at }: { upload: Buffer; at: Date },
): Promise<StoredImage | Refusal> {
  return await images.limitConcurrency(async () => {
    const picture = await decodeImage(upload);
    if (isRefused(picture)) return picture;
    const { width, height } = picture;
    const key = makeImageKey(computeHash(picture), {
      width,
      height,
      placeholderColor: await computeImagePlaceholder(picture),
    });
    // before its files are there, so that none is ever forgotten
    if (!(await recordUpload(db, key, at))) return { refused: 'image-store-unavailable' };
    for (const each of chooseWidths(width)) {
      for (const format of imageFormats) {
        const name = makeImageFileName(key, each, format);
        const isThere = await images.store.has(name);
        if (isRefused(isThere)) return isThere;
        if (isThere) continue;
        const bytes = await encodeImage(picture, each, format);
        const failed = await images.store.put(name, bytes, imageMediaTypes[format]);
        if (failed) return failed;
      }
    }
    return { key, width, height };
  });
}

/** Of the pixels, not of the upload: what a camera writes beside them neither counts nor can be found out from a name. */
function computeHash({ pixels, width, height }: DecodedImage): string {
  return createHash('sha256').update(`${width}x${height}`).update(pixels).digest('hex').slice(0, 40);
}
