/** The parts that the address of a list or comparison names, and those it leaves out. */
import { nameParts } from '#database/catalogue/part-names.ts';
import { findPartsBySlugs } from '#database/catalogue/part-pages.ts';
import type { PartRow } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import { maxComparedParts, readNamedParts } from '#domain/catalogue/compared-parts.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import type { OmittedParts } from '#web/catalogue/compare/comparison-view.ts';

export type ComparedParts = { parts: PartRow[]; omitted: OmittedParts };

export async function readComparedParts(
  db: Database,
  category: Category,
  parameters: URLSearchParams,
): Promise<ComparedParts> {
  const { slugs, isUnreadable } = readNamedParts(parameters);
  const partsBySlug = await findPartsBySlugs(db, category, slugs);
  // an old and the current slug may name the same part
  const parts = [
    ...new Map(slugs.flatMap((slug) => partsBySlug.get(slug) ?? []).map((part) => [part.id, part])).values(),
  ];
  return {
    parts: await nameParts(db, parts.slice(0, maxComparedParts)),
    omitted: {
      unknownCount: slugs.filter((slug) => !partsBySlug.has(slug)).length,
      surplusNames: parts.slice(maxComparedParts).map(({ name }) => name),
      isUnreadable,
    },
  };
}
