/** Says before anything is decoded whether decoding an upload would take too much memory or time. */
import type { Metadata } from 'sharp';
import { uploadLimits } from '#domain/images/uploaded-images.ts';
import type { Refusal } from '#domain/refusals.ts';

/** Refuses: image-too-many-pixels, image-too-costly. */
export function checkImageCost(
  upload: Buffer,
  { format, width, height, channels, depth }: Metadata,
): Refusal | undefined {
  const maxPixels = format === 'heif' ? uploadLimits.avifPixels : uploadLimits.pixels;
  if (width * height > maxPixels)
    return { refused: 'image-too-many-pixels', megapixels: maxPixels / 1_000_000 };
  const decodedBytes = width * height * channels * (depth === 'uchar' ? 1 : 2);
  const isTooCostly =
    Math.max(width, height) > uploadLimits.side ||
    decodedBytes > uploadLimits.decodedBytes ||
    (format === 'jpeg' && countScans(upload) > uploadLimits.scans);
  return isTooCostly ? { refused: 'image-too-costly' } : undefined;
}

const startOfScan = 0xda;

/** A marker cannot occur within the data of a scan (ISO/IEC 10918-1, B.1.1.2); those of pictures in the metadata count, too. */
function countScans(jpeg: Buffer): number {
  let scans = 0;
  for (let at = jpeg.indexOf(0xff); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    if (jpeg[at + 1] === startOfScan) scans += 1;
  }
  return scans;
}
