/** Uploaded images: limits, formats, widths, and the names and addresses of their files. */

export const uploadLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 40_000_000,
  avifPixels: 16_000_000,
  /** Pixels: whole rows are in memory at once. */
  side: 16_384,
  /** 40 megapixels with transparency, in 8 bits. */
  decodedBytes: 160_000_000,
  /** Of a progressive JPEG, each of which goes over all pixels: programs write 10. */
  scans: 64,
} as const;

export const missingImageMessage = 'There is no such picture here. Please upload it again.';

export const uploadTooLargeMessage = 'This picture is too large: at most 10 MB are possible.';

export const imageFormats = ['avif', 'webp', 'jpg'] as const;
export type ImageFormat = (typeof imageFormats)[number];

export const imageMediaTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<ImageFormat, string>;

export const imageWidths = [320, 640, 960] as const;
export const maxImageSide = { width: 960, height: 1920 } as const;

/** One file `<base>-<width>.<format>` for each width and format; `width`, `height`: of the largest. */
export type ImageFiles = {
  base: string;
  width: number;
  height: number;
  avif: number[];
  webp: number[];
  jpg: number;
  placeholderColor?: string | undefined;
};

export function chooseWidths(width: number): number[] {
  return [...imageWidths.filter((each) => each < width), width];
}

export function makeImageKey(
  hash: string,
  {
    width,
    height,
    placeholderColor,
  }: { width: number; height: number; placeholderColor: string | undefined },
): string {
  return `${hash}-${width}x${height}${placeholderColor ? `-g${placeholderColor}` : ''}`;
}

export function listImageFileNames(key: string): string[] {
  const width = Number(/-(\d+)x\d+(-g\d\d)?$/.exec(key)?.[1]);
  return chooseWidths(width).flatMap((each) =>
    imageFormats.map((format) => makeImageFileName(key, each, format)),
  );
}

export function makeImageFileName(key: string, width: number, format: ImageFormat): string {
  return `${key}-${width}.${format}`;
}

/** The address that identifies the image: a JPEG file, which every browser and mail program shows. */
export function makeImageAddress(key: string, width: number): string {
  return `/images/${makeImageFileName(key, chooseDefaultWidth(chooseWidths(width)), 'jpg')}`;
}

function chooseDefaultWidth(widths: readonly number[]): number {
  return Math.max(...widths.filter((each) => each <= 640));
}

const formatFileName =
  /^(?<key>[0-9a-f]{40}-(?<width>[1-9]\d{0,2})x(?<height>[1-9]\d{0,3})(-g(?<color>[0-8]\d))?)-(?<fileWidth>\d{1,3})\.(?<format>avif|webp|jpg)$/;

export function parseImageFileName(name: string): (ImageFiles & { format: ImageFormat }) | undefined {
  const { key, width, height, color, fileWidth, format } = formatFileName.exec(name)?.groups ?? {};
  const widths = chooseWidths(Number(width));
  if (!key || !widths.includes(Number(fileWidth))) return undefined;
  return {
    base: `/images/${key}`,
    width: Number(width),
    height: Number(height),
    avif: widths,
    webp: widths,
    jpg: chooseDefaultWidth(widths),
    placeholderColor: color,
    format: format as ImageFormat,
  };
}

export function parseUploadedImage(address: string): ImageFiles | undefined {
  return address.startsWith('/images/') ? parseImageFileName(address.slice('/images/'.length)) : undefined;
}
