/** What may be uploaded as a picture, and the addresses of what is made of it: pages derive every file from one address. */

/** The most that one upload may be: bytes, and pixels once it is unpacked. AVIF is unpacked in one piece, which nothing can stop. */
export const uploadLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000, avifPixels: 16_000_000 } as const;

/** Said of an upload of more bytes, by the shop and, before anything is sent, by its pages. */
export const uploadTooLargeMessage = 'This picture is too large: at most 10 MB are possible.';

export const imageFormats = ['avif', 'webp', 'jpg'] as const;
export type ImageFormat = (typeof imageFormats)[number];

export const imageMediaTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<ImageFormat, string>;

/** Pixels: the widths that pages ask for. Nothing is kept wider than the last of them, or taller than twice that. */
export const imageWidths = [320, 640, 960] as const;
export const maxImageSide = { width: 960, height: 1920 } as const;

/**
 * The files of one picture, as the shop's own pictures have them: each lies at `<base>-<width>.<format>`, in every
 * width of its format. `width` and `height` are the largest one's, in pixels.
 */
export type ImageFiles = {
  base: string;
  width: number;
  height: number;
  avif: number[];
  webp: number[];
  jpg: number;
  /** What stands in its place until it has come, as `groundOf` says it; undefined where nobody has looked. */
  ground?: string | undefined;
};

/** In which widths a picture is kept whose largest is `width` pixels: those of the pages that are smaller, and that one. */
export function chooseWidths(width: number): number[] {
  return [...imageWidths.filter((each) => each < width), width];
}

/** What a picture is called: a hash of its pixels, its largest size, from which the smaller ones follow, and its ground. */
export function makeImageKey(
  hash: string,
  { width, height, ground }: { width: number; height: number; ground: string | undefined },
): string {
  return `${hash}-${width}x${height}${ground ? `-g${ground}` : ''}`;
}

/** The names of all files of a picture. */
export function listImageFileNames(key: string): string[] {
  const width = Number(/-(\d+)x\d+(-g\d\d)?$/.exec(key)?.[1]);
  return chooseWidths(width).flatMap((each) =>
    imageFormats.map((format) => makeImageFileName(key, each, format)),
  );
}

/** The name of one file of a picture. */
export function makeImageFileName(key: string, width: number, format: ImageFormat): string {
  return `${key}-${width}.${format}`;
}

/** The address that stands for the whole picture, in a form that every browser and mail program shows. */
export function makeImageAddress(key: string, width: number): string {
  return `/images/${makeImageFileName(key, plainWidth(chooseWidths(width)), 'jpg')}`;
}

/** Of the widths of a picture the one for a page that knows no better: 640 pixels, or the largest below. */
function plainWidth(widths: readonly number[]): number {
  return Math.max(...widths.filter((each) => each <= 640));
}

const formatFileName =
  /^(?<key>[0-9a-f]{40}-(?<width>[1-9]\d{0,2})x(?<height>[1-9]\d{0,3})(-g(?<ground>[0-8]\d))?)-(?<own>\d{1,3})\.(?<format>avif|webp|jpg)$/;

/** Reads the name of a file; undefined for every name that the shop never gives. */
export function parseImageFileName(name: string): (ImageFiles & { format: ImageFormat }) | undefined {
  const { key, width, height, ground, own, format } = formatFileName.exec(name)?.groups ?? {};
  const widths = chooseWidths(Number(width));
  if (!key || !widths.includes(Number(own))) return undefined;
  return {
    base: `/images/${key}`,
    width: Number(width),
    height: Number(height),
    avif: widths,
    webp: widths,
    jpg: plainWidth(widths),
    ground,
    format: format as ImageFormat,
  };
}

/** All the files of an uploaded picture, by the address of one; undefined for a picture that was not uploaded here. */
export function parseUploadedImage(address: string): ImageFiles | undefined {
  return address.startsWith('/images/') ? parseImageFileName(address.slice('/images/'.length)) : undefined;
}
