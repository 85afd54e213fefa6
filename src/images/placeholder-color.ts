/** Computes the placeholder color of an image from its mean color. */
import sharp from 'sharp';
import { computePlaceholderColor } from '#domain/images/placeholder-colors.ts';
import type { DecodedImage } from '#images/decode-image.ts';

/** Undefined for an image with transparency, where the placeholder would stay visible. */
export async function computeImagePlaceholder({
  pixels,
  width,
  height,
  isOpaque,
}: DecodedImage): Promise<string | undefined> {
  if (!isOpaque) return undefined;
  const [red = 0, green = 0, blue = 0] = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return computePlaceholderColor({ red, green, blue });
}
