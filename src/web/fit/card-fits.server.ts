/** What the cards of a list for a build say: whether each part fits, and how it joins the build. */

import type { PartOnSale } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import { readBuildParts } from '#database/fit/build-parts.ts';
import { fits } from '#domain/catalogue/lists/filter-kinds.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';
import { formatBuild, parseBuild } from '#domain/fit/build-entries.ts';
import { makeBuildPath } from '#domain/fit/build-paths.ts';
import { checkOneMore, keepOthers } from '#domain/fit/join-build.ts';
import { readFitPart } from '#domain/fit/read-fit-part.ts';
import type { CardFit } from '#web/catalogue/part-card.tsx';

export type ListedBuild = {
  /** Where the build is, without one more part. */
  path: string;
  /** What no rule can see of these parts with the build. */
  listNotChecked(rows: readonly PartOnSale[]): string[];
  describe(part: PartOnSale): CardFit | undefined;
};

/** Undefined for a list that is for no build. */
export async function readListedBuild(db: Database, query: ListQuery): Promise<ListedBuild | undefined> {
  const choice = query.choices.get(fits.key);
  if (choice?.kind !== 'build') return undefined;
  const { parts, text } = await readBuildParts(db, parseBuild(choice.text));
  return {
    path: makeBuildPath(text),
    listNotChecked(rows) {
      const sentences = rows.flatMap((row) => {
        const part = readFitPart(row);
        return part ? checkOneMore(parts, part).neverChecked : [];
      });
      return [...new Set(sentences)];
    },
    describe(row) {
      const part = readFitPart(row);
      if (!part) return undefined;
      const { verdict, findings } = checkOneMore(parts, part);
      const others = keepOthers(parts, part.kind).map(({ part: { id }, quantity, isOwned }) => ({
        id,
        quantity,
        isOwned,
      }));
      const added = formatBuild([...others, { id: row.id, quantity: 1, isOwned: false }]);
      return {
        verdict,
        reason: verdict === 'fits' ? undefined : findings[0]?.explain(),
        addPath: makeBuildPath(added),
      };
    },
  };
}
