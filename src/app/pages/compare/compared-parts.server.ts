/** The parts that the address of a list or comparison names, and those it leaves out. */
import { findPartsBySlugs } from '#catalogue/database/part-pages.ts';
import { nameParts } from '#catalogue/database/parts.ts';
import { maxComparedParts, readNamedParts } from '#catalogue/rules/compared-parts.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { Database } from '#platform/database/connect.ts';

export type ComparedParts = Awaited<ReturnType<typeof readComparedParts>>;

export async function readComparedParts(db: Database, category: Category, parameters: URLSearchParams) {
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
