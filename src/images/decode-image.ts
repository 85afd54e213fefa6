/** Decodes an upload: checks its format by content, that it is complete, and returns its pixels. */
import sharp from 'sharp';
import { maxImageSide, uploadLimits } from '#domain/images/uploaded-images.ts';
import type { Refusal } from '#domain/refusals.ts';
import { checkImageCost } from '#images/check-image-cost.ts';

export type DecodedImage = { pixels: Buffer; width: number; height: number; isOpaque: boolean };

/** Refuses: image-too-large, image-not-recognised, image-too-many-pixels, image-too-costly, image-broken (also truncated). */
export async function decodeImage(upload: Buffer): Promise<DecodedImage | Refusal> {
  if (upload.length > uploadLimits.bytes) return { refused: 'image-too-large' };
  const kind = recognizeFormat(upload);
  if (!kind) return { refused: 'image-not-recognised' };
  // this process is one of two, and makes one image at a time
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    const metadata = await sharp(upload, { limitInputPixels: false }).metadata();
    const { format, compression } = metadata;
    if (format !== kind || (format === 'heif' && compression !== 'av1'))
      return { refused: 'image-not-recognised' };
    return checkImageCost(upload, metadata) ?? (await decodePixels(upload));
  } catch {
    return { refused: 'image-broken' };
  }
}

/** By the first bytes: ISO/IEC 10918-1 annex B, PNG (third edition) 5.2, RFC 9649 2.4, AVIF 1.1 section 6. */
function recognizeFormat(upload: Buffer): 'jpeg' | 'png' | 'webp' | 'heif' | undefined {
  const text = (from: number, to: number) => upload.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) !== 'ftyp') return undefined;
  const brands: string[] = text(8, Math.min(upload.readUInt32BE(0), 256)).match(/.{4}/gs) ?? [];
  return brands.includes('avif') || brands.includes('avis') ? 'heif' : undefined;
}

async function decodePixels(upload: Buffer): Promise<DecodedImage> {
  const { data, info } = await sharp(upload, {
    limitInputPixels: uploadLimits.pixels,
    failOn: 'error', // refuses truncated files; the default also refuses photos of some phones
  })
    .autoOrient()
    .resize({ ...maxImageSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, isOpaque: isOpaque(data) };
}

function isOpaque(pixels: Buffer): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return false;
  return true;
}
