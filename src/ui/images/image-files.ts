/** The widths and formats of the shop's own images below `/pictures/`, by their keys. */
import { createContext } from 'react';
import type { ImageFiles } from '#kernel/uploaded-images.ts';

/** The first match counts. A unit test compares this table with the files. */
const imageKinds: readonly [RegExp, Omit<ImageFiles, 'base'>][] = [
  [/^banner-.*-phone$/, { width: 4, height: 3, avif: [480, 960], webp: [480, 960], jpg: 480 }],
  [/^banner-/, { width: 21, height: 9, avif: [640, 1280, 1680], webp: [640, 1280], jpg: 1280 }],
  [/^avatar-/, { width: 1, height: 1, avif: [64, 128], webp: [64, 128], jpg: 128 }],
  [/^portrait-/, { width: 4, height: 3, avif: [480, 960], webp: [480, 960], jpg: 480 }],
  [/^(not-found|empty-\w+)$/, { width: 4, height: 3, avif: [480, 960], webp: [480, 960], jpg: 480 }],
  [/./, { width: 4, height: 3, avif: [192, 320, 640, 960], webp: [320, 640], jpg: 640 }],
];

export function findImageFiles(key: string): ImageFiles {
  const [, kind] = imageKinds.find(([pattern]) => pattern.test(key)) ?? [];
  if (!kind) throw new Error('A picture needs a key.');
  return { base: `/pictures/${key}`, ...kind };
}

export function parseImageAddress(address: string): ImageFiles | undefined {
  const key = /^\/pictures\/([\w-]+)-\d+\.\w+$/.exec(address)?.[1];
  return key ? findImageFiles(key) : undefined;
}

export function makeSourceSet({ base }: ImageFiles, format: 'avif' | 'webp', widths: number[]): string {
  const isPrinted = (width: number) => format === 'avif' && width >= leastPrintedWidth;
  return widths
    .map((width) => `${isPrinted(width) ? base : removePrint(base)}-${width}.${format} ${width}w`)
    .join(', ');
}

/** Below it nobody could read what is printed on a part: its image without words is shown. */
const leastPrintedWidth = 320;

/** '…/ssd-m2-label--2-tb' is '…/ssd-m2-label'. */
export function removePrint(base: string): string {
  return base.replace(/--.*$/, '');
}

export const PlaceholderColorContext = createContext<(key: string) => string | undefined>(() => undefined);
