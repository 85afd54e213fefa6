/** Which picture stands for a part: the one that somebody uploaded, else the shop's own that fits its specification. */
import { type Category, definitions, fallback, getDefinition } from '#domain/catalogue/categories.ts';
import type { SpecificationValues } from '#domain/catalogue/specification-fields.ts';

export type PicturedPart = { image: string | null; category: Category; specs: unknown; name: string };

/** The address of a part's picture. */
export function choosePartImage({ image, category, specs, name }: PicturedPart): string {
  return image ?? `/pictures/${findImageKey(category, specs as SpecificationValues, name)}-640.jpg`;
}

/** Every picture of a part that `packages/art` renders; files and descriptions are in `catalogue/pictures`. */
export const imageKeys: readonly string[] = definitions.flatMap((definition) => [...definition.imageKeys]);

/**
 * The picture that shows the part as its specification says it is: the number of modules, the form factor, the number
 * of fans, the finish. `name` may tell what specifications do not (a light bar, a number of fans) and decides between
 * pictures that fit equally well.
 */
export function findImageKey(category: Category, specs: SpecificationValues, name = ''): string {
  return getDefinition(category).findImageKey(specs, name) ?? fallback.findImageKey();
}
