/** Makes the files of an uploaded image. */
import { createHash } from 'node:crypto';
import {
  chooseWidths,
  type ImageFormat,
  imageFormats,
  makeImageFileName,
  makeImageKey,
} from '#domain/images/uploaded-images.ts';
import type { Refusal } from '#domain/refusals.ts';
import { type DecodedImage, decodeImage } from '#images/decode-image.ts';
import { encodeImage } from '#images/encode-image.ts';
import { computeImagePlaceholder } from '#images/placeholder-color.ts';

export type MadeImage = {
  key: string;
  width: number;
  height: number;
  files: { name: string; format: ImageFormat; bytes: Buffer }[];
};

/** Refuses: as decodeImage. */
export async function makeImageFiles(upload: Buffer): Promise<MadeImage | Refusal> {
  const image = await decodeImage(upload);
  if ('refused' in image) return image;
  const { width, height } = image;
  const placeholderColor = await computeImagePlaceholder(image);
  const key = makeImageKey(computeHash(image), { width, height, placeholderColor });
  const files: MadeImage['files'] = [];
  for (const each of chooseWidths(width)) {
    for (const format of imageFormats) {
      const bytes = await encodeImage(image, each, format);
      files.push({ name: makeImageFileName(key, each, format), format, bytes });
    }
  }
  return { key, width, height, files };
}

/** Of the pixels only: the metadata of a camera must not change the name, nor be guessed from it. */
function computeHash({ pixels, width, height }: DecodedImage): string {
  return createHash('sha256').update(`${width}x${height}`).update(pixels).digest('hex').slice(0, 40);
}
