/** Reads the build of a list of parts. */
import type { PartOnSale } from '#catalogue/database/parts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import { makeBuildPath, parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { fits } from '#catalogue/rules/lists/filter-kinds.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import type { CardFitView } from '#fit/components/card-fit.tsx';
import { readBuildParts } from '#fit/database/build-parts.ts';
import { checkOneMore, keepOthers } from '#fit/rules/join-build.ts';
import { kindCategories, makeRowPath } from '#fit/rules/kind-categories.ts';
import { formatParts } from '#fit/rules/priced-build.ts';
import { explainVerdict, showVerdict } from '#fit/rules/verdicts.ts';
import type { Database } from '#platform/database/connect.ts';

/** What the cards of a list for a build say: whether each part fits, and how it joins the build; undefined for other lists. */
export async function readListedBuild(db: Database, query: ListQuery) {
  const choice = query.choices.get(fits.key);
  if (choice?.kind !== 'build') return undefined;
  const { parts, text, budget } = await readBuildParts(db, parseBuild(choice.text));
  const own = kindCategories.find(({ categories }) => categories.some((each) => each === query.category));
  return {
    /** Where the build is, without one more part. */
    path: own && text !== '' ? makeRowPath(text, own.kind) : makeBuildPath(text),
    /** What no rule can see of these parts with the build. */
    listNotChecked(rows: readonly PartOnSale[]) {
      const sentences = rows.flatMap((row) => {
        const part = readFitPart(row);
        return part ? checkOneMore(parts, part).neverChecked : [];
      });
      return [...new Set(sentences)];
    },
    describe(row: PartOnSale): CardFitView | undefined {
      const part = readFitPart(row);
      if (!part) return undefined;
      const { findings } = checkOneMore(parts, part);
      const verdict = showVerdict(findings);
      const added = { part, quantity: 1, isOwned: false };
      return {
        verdict,
        reasons: verdict?.verdict === 'fits' ? [] : explainVerdict(findings),
        addPath: makeRowPath(formatParts([...keepOthers(parts, part.kind), added], budget), part.kind),
      };
    },
  };
}
