/** What pages believe about the files of a picture is what lies in the folder of pictures. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findImageFiles, makeSourceSet, parseImageAddress } from '#ui/images/image-files.ts';

type Entry = {
  description: string;
  ratio: string;
  widths: { avif: number[]; webp: number[]; jpg: number[] };
};

const manifest: Record<string, Entry> = JSON.parse(
  readFileSync(new URL('../../../catalogue/pictures/pictures.json', import.meta.url), 'utf8'),
);

test.each(Object.entries(manifest))(
  'the files of %s are those that pages ask for',
  (key, { ratio, widths }) => {
    const files = findImageFiles(key);
    expect(files.width / files.height).toBeCloseTo(
      Number(ratio.split('/')[0]) / Number(ratio.split('/')[1]),
      1,
    );
    for (const format of ['avif', 'webp'] as const)
      for (const [, name = '', width] of makeSourceSet(files, format, files[format]).matchAll(
        /\/pictures\/([\w-]+)-(\d+)\.\w+ \d+w/g,
      ))
        expect(manifest[name]?.widths[format], `${name} ${width}`).toContain(Number(width));
    expect(widths.jpg).toContain(files.jpg);
  },
);

test.each(Object.entries(manifest))(
  '%s is described in words that somebody has read',
  (_, { description }) => {
    expect(description).toMatch(/^[A-Z].{8,}/);
    expect(description).not.toMatch(/undefined|null|NaN/);
  },
);

test('the address of an image of the shop has all its files, any other address none', () => {
  expect(parseImageAddress('/pictures/ssd-m2-640.jpg')).toEqual(findImageFiles('ssd-m2'));
  for (const other of ['/images/0199-640.jpg', 'https://example.com/pictures/ssd-m2-640.jpg', '/pictures/'])
    expect(parseImageAddress(other)).toBeUndefined();
});

test('the smallest file of a part has no words on it, as nobody could read them', () => {
  const files = findImageFiles('ssd-m2-label--2-tb--7450-mb-s');
  expect(makeSourceSet(files, 'avif', [192, 320])).toBe(
    '/pictures/ssd-m2-label-192.avif 192w, /pictures/ssd-m2-label--2-tb--7450-mb-s-320.avif 320w',
  );
});
