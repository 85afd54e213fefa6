/** The parts that an address names to be put side by side, and what of it cannot be. */

import { findPartsBySlugs } from '#database/catalogue/part-pages.ts';
import type { PartRow } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import { maxComparedParts, readNamedParts } from '#domain/catalogue/compared-parts.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import type { OmittedParts } from '#web/catalogue/compare/comparison-view.ts';

export type ComparedParts = { parts: PartRow[]; omitted: OmittedParts };

/** The first four parts of the category that the parameters name; an old slug names the part that it was of. */
export async function readComparedParts(
  db: Database,
  category: Category,
  parameters: URLSearchParams,
): Promise<ComparedParts> {
  const { slugs, isUnreadable } = readNamedParts(parameters);
  const found = await findPartsBySlugs(db, category, slugs);
  // two slugs may be of the same part, an old one and the present one
  const all = [
    ...new Map(slugs.flatMap((slug) => found.get(slug) ?? []).map((part) => [part.id, part])).values(),
  ];
  return {
    parts: all.slice(0, maxComparedParts),
    omitted: {
      unknownCount: slugs.filter((slug) => !found.has(slug)).length,
      surplus: all.slice(maxComparedParts).map(({ name }) => name),
      isUnreadable,
    },
  };
}
