/** Loads the page of a build: its state is in the address, or saved under a short id. */

import { data, type RouterContextProvider } from 'react-router';
import { readBuildParts, type StoredBuildPart } from '#database/fit/build-parts.ts';
import { findBuild } from '#database/fit/builds.ts';
import { categoryLabels } from '#domain/catalogue/category-labels.ts';
import { choosePartImage } from '#domain/catalogue/part-image.ts';
import { showName } from '#domain/catalogue/shown-names.ts';
import { type BuildEntry, formatBuild, maxEntryQuantity, parseBuild } from '#domain/fit/build-entries.ts';
import { makeBuildPath, makeFittingListPath } from '#domain/fit/build-paths.ts';
import { isReplaced } from '#domain/fit/join-build.ts';
import { type KindCategories, kindCategories } from '#domain/fit/kind-categories.ts';
import { explainLeftOut } from '#domain/fit/left-out.ts';
import { computePrice, estimateWatts, findPartVerdict, summarizeBuild } from '#domain/fit/priced-build.ts';
import { isBuildId } from '#domain/fit/saved-builds.ts';
import type { Finding } from '#domain/fit/verdicts.ts';
import { formatMoney } from '#domain/money.ts';
import * as paths from '#domain/paths.ts';
import { explainRefusal } from '#domain/refusals.ts';
import type { BuildLine, BuildPage, BuildRow } from '#web/fit/build-view.ts';
import { findMends } from '#web/fit/mends.server.ts';
import { pageContext } from '#web/server/shop-context.server.ts';

/** Of an ordinary computer all; parts that are there several times have findings by each pair. */
const maxShownFindings = 48;

/** Responds with 404 to the id of a build that is not there. */
export async function readBuildPage(
  context: Readonly<RouterContextProvider>,
  savedId: string | undefined,
  url: URL,
) {
  const { db, catalogue, publicUrl, showsStock } = context.get(pageContext);
  const saved = savedId !== undefined && isBuildId(savedId) ? await findBuild(db, savedId) : undefined;
  if (savedId !== undefined && !saved) return data({ build: undefined }, { status: 404 });
  const named = parseBuild(saved?.parts ?? url.searchParams.get('parts') ?? '');
  const { parts, leftOut, text } = await readBuildParts(db, named);
  showsStock({ parts: parts.map(({ row }) => row.id), showsAvailability: true });
  const { verdict, findings, neverChecked, total, draw } = summarizeBuild(parts);
  const mends = await findMends(catalogue, parts, findings);
  const build: BuildPage = {
    savedPath: saved && paths.savedBuild(saved.id),
    editPath: makeBuildPath(text),
    canonical: parts.length === 0 && !saved ? publicUrl + paths.build : undefined,
    text,
    rows: kindCategories.map((each) => makeRow(each, parts, findings, text)),
    isEmpty: parts.length === 0,
    canBuy: parts.some(({ isOwned }) => !isOwned),
    verdict,
    findings: findings.slice(0, maxShownFindings).map((finding, index) => ({
      verdict: finding.verdict,
      sentence: finding.explain(),
      mend: mends[index],
    })),
    moreFindings: Math.max(0, findings.length - maxShownFindings),
    neverChecked,
    total: formatMoney(total),
    watts: draw.watts,
    wattsUnknown: draw.unknown,
    leftOut: leftOut.map(explainLeftOut),
  };
  return data({ build });
}

function makeRow(
  { kind, label, categories }: KindCategories,
  parts: readonly StoredBuildPart[],
  findings: readonly Finding[],
  text: string,
): BuildRow {
  const own = parts.filter(({ part }) => part.kind === kind);
  const word = own.length === 0 ? 'Choose' : isReplaced(kind) ? 'Choose another' : 'Add';
  return {
    kind,
    label,
    lines: own.map((each) => makeLine(each, parts, findings)),
    choices: categories.map((category) => ({
      label: categories.length > 1 ? `${word}: ${categoryLabels[category].singular}` : word,
      to: makeFittingListPath(category, text),
    })),
  };
}

function makeLine(
  line: StoredBuildPart,
  parts: readonly StoredBuildPart[],
  findings: readonly Finding[],
): BuildLine {
  const { part, row, quantity, isOwned } = line;
  const makePath = (changes: Partial<BuildEntry>) =>
    makeBuildPath(
      formatBuild(
        parts.flatMap((each) => {
          const entry = { id: each.part.id, quantity: each.quantity, isOwned: each.isOwned };
          const changed = each === line ? { ...entry, ...changes } : entry;
          return changed.quantity > 0 ? changed : [];
        }),
      ),
    );
  const hasQuantity = !isReplaced(part.kind) || quantity > 1;
  const watts = estimateWatts(line);
  return {
    id: part.id,
    name: showName(row),
    to: paths.part(row),
    image: choosePartImage(row),
    quantity,
    isOwned,
    price: isOwned ? undefined : formatMoney(computePrice(line)),
    watts: describeWatts(line, watts),
    verdict: findPartVerdict(findings, part),
    problem: isOwned ? undefined : explainStock(line),
    withoutPath: makePath({ quantity: 0 }),
    ownedPath: makePath({ isOwned: !isOwned }),
    morePath: hasQuantity && quantity < maxEntryQuantity ? makePath({ quantity: quantity + 1 }) : undefined,
    lessPath: hasQuantity && quantity > 1 ? makePath({ quantity: quantity - 1 }) : undefined,
  };
}

function describeWatts({ part }: StoredBuildPart, watts: number | undefined): string | undefined {
  if (part.kind === 'PowerSupply') return part.watts === undefined ? undefined : `gives ${part.watts} W`;
  return watts === undefined ? undefined : `${watts} W`;
}

function explainStock({ row, quantity }: StoredBuildPart): string | undefined {
  if (row.stock < row.minimum_order) return explainRefusal({ refused: 'out-of-stock', available: 0 });
  if (row.stock < quantity) return explainRefusal({ refused: 'out-of-stock', available: row.stock });
  if (quantity < row.minimum_order)
    return explainRefusal({ refused: 'below-minimum-order', minimum: row.minimum_order });
  return undefined;
}
