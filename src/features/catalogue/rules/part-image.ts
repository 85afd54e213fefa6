/** The image of a part: the uploaded one, else the shop's own that fits the specification (image-rules.ts says which). */
import { type Category, definitions, fallback, getDefinition } from '#catalogue/rules/categories.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { imageWidths } from '#kernel/uploaded-images.ts';

export type PartWithImage = { image: string | null; category: Category; specs: unknown; name: string };

export function choosePartImage({ image, category, specs, name }: PartWithImage): string {
  return image ?? `/pictures/${findImageKey(category, specs as SpecificationValues, name)}-640.jpg`;
}

/** What else shows the part: the shop's own image of its other side, unless the owner uploaded one. */
export function chooseSecondImage({ image, category, specs, name }: PartWithImage): string | undefined {
  const key =
    image === null && getDefinition(category).findSecondImageKey?.(specs as SpecificationValues, name);
  return key ? `/pictures/${key}-640.jpg` : undefined;
}

/** The smallest file of a part's picture, the shop's own, without words on it, or an uploaded one, in a format that every browser shows. */
export function makeThumbnailAddress(image: string): string {
  const [smallest] = imageWidths;
  return image.replace(
    /(?:--[\w-]*)?-(\d+)\.jpg$/,
    (_, width) => `-${Math.min(smallest, Number(width))}.webp`,
  );
}

export const imageKeys: readonly string[] = definitions.flatMap((definition) => [...definition.imageKeys]);

/** `name` adds what specifications lack (a light bar) and decides between images that fit equally well. */
export function findImageKey(category: Category, specs: SpecificationValues, name = ''): string {
  return getDefinition(category).findImageKey(specs, name) ?? fallback.findImageKey();
}
