/** Which picture stands for a part: the one that somebody uploaded, else the one that fits its specification. */
import type { Category } from '#domain/parts.ts';
import { pictureOf } from '#domain/pictures.ts';
import type { SpecificationValues } from '#domain/specifications.ts';

export type PicturedPart = { image: string | null; category: Category; specs: unknown; name: string };

/** The address of a part's picture. */
export function partImage({ image, category, specs, name }: PicturedPart): string {
  return image ?? `/pictures/${pictureOf(category, specs as SpecificationValues, name)}-640.jpg`;
}
