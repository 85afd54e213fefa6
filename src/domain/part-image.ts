/** Which picture stands for a part: the one that somebody uploaded, else the one that fits its specification. */
import type { Category } from '#domain/parts.ts';

/** The address of a part's picture. */
export function partImage(part: { image: string | null; category: Category }): string {
  return part.image ?? `/pictures/${part.category}-640.webp`;
}
