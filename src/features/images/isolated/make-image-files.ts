/** Decodes an uploaded image and makes its files. */
import { createHash } from 'node:crypto';
import sharp, { type Metadata } from 'sharp';
import { computePlaceholderColor } from '#kernel/placeholder-colors.ts';
import type { Refusal } from '#kernel/refusals.ts';
import {
  chooseWidths,
  type ImageFormat,
  imageFormats,
  makeImageFileName,
  makeImageKey,
  maxImageSide,
  uploadLimits,
} from '#kernel/uploaded-images.ts';

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

/** `width` in pixels, at most that of the encoder. No metadata. Transparency becomes white in JPEG. */
export async function encodeImage(image: DecodedImage, width: number, format: ImageFormat): Promise<Buffer> {
  const { pixels, width: own, height, isOpaque } = image;
  const encoder = sharp(pixels, { raw: { width: own, height, channels: 4 } }).resize({ width });
  if (isOpaque) encoder.removeAlpha();
  if (format === 'webp') return await encoder.webp({ quality: 74 }).toBuffer();
  if (format === 'jpg') {
    return await encoder.flatten({ background: 'white' }).jpeg({ quality: 76, mozjpeg: true }).toBuffer();
  }
  // effort 4, the default, takes ten times as long as 2 and saves a tenth
  return await encoder.avif({ quality: 56, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer();
}

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
