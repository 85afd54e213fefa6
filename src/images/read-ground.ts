/** Looks at a picture's mean colour. */
import sharp from 'sharp';
import { computePlaceholderColor } from '#domain/placeholder-colors.ts';
import type { Picture } from '#images/read-picture.ts';

/**
 * The ground nearest to the mean of a picture's colours, as `computePlaceholderColor` says it; undefined for one with something that
 * shines through, for the ground would be seen there later on, too.
 */
export async function readGround({ pixels, width, height, isOpaque }: Picture): Promise<string | undefined> {
  if (!isOpaque) return undefined;
  const [red = 0, green = 0, blue = 0] = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return computePlaceholderColor({ red, green, blue });
}
