/** Loads the page of a build: its state is in the address, or saved under a short id. */
import { data, type RouterContextProvider } from 'react-router';
import { catalogueContext } from '#catalogue/components/catalogue-context.server.ts';
import type { Catalogue } from '#catalogue/database/catalogue.ts';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import type { FitKind } from '#catalogue/rules/facts/facts.ts';
import {
  formatBuild,
  makeBuildPath,
  makeFittingListPath,
  maxEntryQuantity,
  parseBuild,
} from '#catalogue/rules/lists/build-entries.ts';
import { fits, inStock, price } from '#catalogue/rules/lists/filter-kinds.ts';
import { type FilterChoice, makeListPath } from '#catalogue/rules/lists/list-queries.ts';
import { choosePartImage } from '#catalogue/rules/part-image.ts';
import { showName } from '#catalogue/rules/shown-names.ts';
import type { BuildFinding } from '#fit/components/build-findings.tsx';
import { listReadyBuilds, readReadyChoice } from '#fit/components/ready-builds.server.ts';
import { readBuildParts, type StoredBuild, type StoredBuildPart } from '#fit/database/build-parts.ts';
import { findBuild } from '#fit/database/builds.ts';
import { describeRest } from '#fit/rules/budgets.ts';
import { sortBuild } from '#fit/rules/build.ts';
import { oneOfEachRule } from '#fit/rules/check-build.ts';
import { isReplaced } from '#fit/rules/join-build.ts';
import { type KindCategories, kindCategories, makeRowPath } from '#fit/rules/kind-categories.ts';
import { explainLeftOut } from '#fit/rules/left-out.ts';
import {
  computePrice,
  estimateWatts,
  explainTotal,
  findPartVerdict,
  formatParts,
  summarizeBuild,
} from '#fit/rules/priced-build.ts';
import { type CheckBudget, hasProblem } from '#fit/rules/replacements.ts';
import { describePower } from '#fit/rules/rules/power.ts';
import { isBuildId } from '#fit/rules/saved-builds.ts';
import { type Finding, showFinding, showVerdict } from '#fit/rules/verdicts.ts';
import { type WrittenBuild, writeMarkdown, writeText } from '#fit/rules/written-build.ts';
import { type Affordable, findAffordable } from '#fit/use-cases/find-affordable.ts';
import { findAddition, findReplacement } from '#fit/use-cases/find-replacement.ts';
import { type Cents, centsToDollars, dollarsToCents, formatMoney } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { explainRefusal } from '#kernel/refusals.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';

/** Of an ordinary computer all; parts that are there several times have findings by each pair. */
const maxShownFindings = 48;

/** Responds with 404 to the id of a build that is not there. */
export async function readBuildPage(
  context: Readonly<RouterContextProvider>,
  savedId: string | undefined,
  url: URL,
) {
  const { db, publicUrl, showsStock } = context.get(pageContext);
  const catalogue = context.get(catalogueContext);
  const saved = savedId !== undefined && isBuildId(savedId) ? await findBuild(db, savedId) : undefined;
  if (savedId !== undefined && !saved) return data({ build: undefined }, { status: 404 });
  const readyId = url.searchParams.get('ready');
  const ready = readyId === null ? undefined : await readReadyChoice(db, readyId);
  const texts = [ready?.text, url.searchParams.get('parts')].filter(Boolean);
  const stored = await readBuildParts(db, parseBuild(saved?.parts ?? texts.join()));
  const { parts, leftOut, text, budget } = stored;
  const { builds: readyBuilds, partIds } =
    parts.length === 0 ? await listReadyBuilds(db, budget) : { builds: [], partIds: [] };
  showsStock({ parts: [...parts.map(({ row }) => row.id), ...partIds], showsAvailability: true });
  const { findings, neverChecked, total } = summarizeBuild(parts);
  const verdict = showVerdict(findings);
  const mends = await findMends(catalogue, stored, findings);
  const power = describePower(sortBuild(parts));
  const totalNote = explainTotal(parts);
  const savedPath = saved && paths.savedBuild(saved.id);
  const left = budget === undefined ? 0 : dollarsToCents(budget) - total;
  const checks = { left: maxReplacementChecks };
  const rows = await Array.fromAsync(kindCategories, async (each) => {
    const row = makeRow(each, stored, findings);
    const affordable =
      left > 0 && parts.length > 0 && !saved && !row.included
        ? await findAffordable({ catalogue }, { parts, of: each, left, checks })
        : undefined;
    return { ...row, affordable: affordable && showAffordable(affordable, text) };
  });
  const written: WrittenBuild = {
    address: publicUrl + (savedPath ?? makeBuildPath(text)),
    lines: rows.flatMap(({ label, lines }) =>
      lines.map(({ to, ...line }) => ({ ...line, label, address: publicUrl + to })),
    ),
    total: formatMoney(total),
    verdict,
    remarks: [
      ...(totalNote ? [totalNote] : []),
      ...(power ? [power.sentence] : []),
      ...(neverChecked.length > 0 ? [`Not checked: ${neverChecked.join('; ')}.`] : []),
    ],
  };
  const build = {
    savedPath,
    editPath: makeBuildPath(text),
    /** Only without parts: the others are for their visitors. */
    canonical: parts.length === 0 && !saved ? publicUrl + paths.build : undefined,
    text,
    rows,
    isEmpty: parts.length === 0,
    canBuy: parts.some(({ isOwned, unitPrice }) => !isOwned && unitPrice !== null),
    verdict,
    /** The worst. */
    findings: findings.slice(0, maxShownFindings).map((finding, index) => ({
      verdict: showFinding(finding),
      sentence: finding.explain(),
      mend: mends[index],
    })),
    moreFindings: Math.max(0, findings.length - maxShownFindings),
    neverChecked,
    total: written.total,
    totalNote,
    /** What can be copied: the page's address, and the build as plain text and in Markdown. */
    share: { address: written.address, text: writeText(written), markdown: writeMarkdown(written) },
    power,
    leftOut: [
      ...(!readyId || ready ? [] : ['This ready build cannot be had at the moment.']),
      ...leftOut.map(explainLeftOut),
    ],
    budget:
      budget === undefined
        ? undefined
        : {
            amount: budget,
            sentence: parts.length > 0 ? describeRest(budget, total) : undefined,
            isOver: left < 0,
          },
    /** The one that the page begins with. */
    ready: ready?.choice,
    readyBuilds,
  };
  return data({ build });
}

function makeRow(
  { kind, label, categories }: KindCategories,
  build: StoredBuild,
  findings: readonly Finding[],
) {
  const own = build.parts.filter(({ part }) => part.kind === kind);
  const included = own.length === 0 && kind === 'Cooler' ? describeIncludedCooler(build) : undefined;
  const word = own.length === 0 && !included ? 'Choose' : isReplaced(kind) ? 'Choose another' : 'Add';
  return {
    kind,
    label,
    lines: own.map((each) => makeLine(each, build, findings)),
    /** Why nothing need be chosen. */
    included,
    choices: categories.map((category) => ({
      label: categories.length > 1 ? `${word}: ${categoryLabels[category].singular}` : word,
      to: makeFittingListPath(category, build.text),
    })),
  };
}

function describeIncludedCooler({ parts }: StoredBuild): string | undefined {
  const processor = parts.find(({ row }) => row.specs.coolerIncluded === 'Yes')?.row;
  return processor && `The ${showName(processor)} comes with its own.`;
}

/** Leads to the list of what fits and costs as much. */
function showAffordable({ part, above, upTo }: Affordable, text: string) {
  const verb = above > 0 ? 'With what is left:' : 'What is left buys';
  return {
    text: `${verb} the ${showName(part)} for ${formatMoney(part.price_cents)}`,
    to: makeListPath({
      category: part.category,
      q: '',
      choices: new Map<string, FilterChoice>([
        [fits.key, { kind: 'build', text }],
        [
          price.key,
          { kind: 'range', min: above > 0 ? centsToDollars(above) : undefined, max: centsToDollars(upTo) },
        ],
        [inStock.key, { kind: 'flag' }],
      ]),
      sort: `${price.key}-desc`,
      page: 1,
    }),
  };
}

function makeLine(line: StoredBuildPart, { parts, budget }: StoredBuild, findings: readonly Finding[]) {
  const { part, row, quantity, isOwned, unitPrice } = line;
  const hasNoPrice = unitPrice === null;
  const makePath = (changes: Partial<StoredBuildPart>) =>
    makeRowPath(
      formatParts(
        parts
          .map((each) => (each === line ? { ...line, ...changes } : each))
          .filter((each) => each.quantity > 0),
        budget,
      ),
      part.kind,
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
    /** Of all units that are ordered. */
    price: isOwned ? undefined : hasNoPrice ? 'No price' : formatMoney(computePrice(line)),
    watts: describeWatts(line, watts),
    verdict: findPartVerdict(findings, part),
    /** Why it cannot be ordered like this. */
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

function explainStock({ row, quantity, unitPrice }: StoredBuildPart): string | undefined {
  if (unitPrice === null)
    return 'It has no price yet: it is checked, but neither in the total nor put into the basket.';
  if (row.stock < row.minimum_order) return explainRefusal({ refused: 'out-of-stock', available: 0 });
  if (row.stock < quantity) return explainRefusal({ refused: 'out-of-stock', available: row.stock });
  if (quantity < row.minimum_order)
    return explainRefusal({ refused: 'below-minimum-order', minimum: row.minimum_order });
  return undefined;
}

/** Each may cost a walk through the parts of a category for each of the parts concerned, of which there can be as many as parts. */
const maxMends = 12;
const maxReplaced = 3;

/** Checks of sets of facts, for all mends of a page and for what a budget affords; an ordinary build needs some hundred. */
const maxMendChecks = 4_000;
const maxReplacementChecks = 2_000;

type Mend = NonNullable<BuildFinding['mend']>;

/** For each finding that is shown: a way out of it, or why there is none. */
async function findMends(
  catalogue: Catalogue,
  build: StoredBuild,
  findings: readonly Finding[],
): Promise<(Mend | undefined)[]> {
  const isMendable = ({ verdict, lacks }: Finding) => verdict === 'does-not-fit' || lacks !== undefined;
  const count = Math.min(maxMends, findings.filter(isMendable).length);
  const mends: (Mend | undefined)[] = [];
  let searches = 0;
  for (const finding of findings.slice(0, maxShownFindings)) {
    // a share for each: the first hopeless search would leave none to the others
    const checks = { left: Math.ceil(maxMendChecks / count) };
    if (isMendable(finding)) searches += 1;
    if (!isMendable(finding)) mends.push(undefined);
    else if (searches > maxMends) mends.push({ text: 'Mend those above first.' });
    else
      mends.push((await findMend(catalogue, build, { finding, checks })) ?? explainUnmended(build, finding));
  }
  return mends;
}

function explainUnmended({ parts }: StoredBuild, { partIds, rule }: Finding): Mend {
  if (rule === oneOfEachRule) return { text: 'Remove those that are too many.' };
  const isOwned = parts.every(({ part, isOwned }) => isOwned || !partIds.includes(part.id));
  return { text: isOwned ? 'You have all of these.' : 'No single part in stock mends this.' };
}

type Mending = { finding: Finding; checks: CheckBudget };

/** Replaces the part concerned whose replacement costs the least. What is owned stays; what is missing is added. */
async function findMend(
  catalogue: Catalogue,
  build: StoredBuild,
  { finding, checks }: Mending,
): Promise<Mend | undefined> {
  if (finding.lacks) return await proposeAddition(catalogue, build, { kind: finding.lacks, checks });
  if (finding.verdict !== 'does-not-fit') return undefined;
  const concerned = build.parts
    .filter(({ part, isOwned }) => finding.partIds.includes(part.id) && !isOwned)
    .toSorted((one, other) => (one.unitPrice ?? 0) - (other.unitPrice ?? 0));
  // those without which the problem is gone: of too heavy a load the card or the supply, not a drive
  const causes = concerned.filter(
    (each) => !hasProblem(sortBuild(build.parts.filter((other) => other !== each)), finding),
  );
  let cheapest: { mend: Mend; cost: Cents } | undefined;
  for (const replaced of causes.slice(0, maxReplaced)) {
    const proposed = await proposeReplacement(catalogue, build, { replaced, finding, checks });
    if (proposed && proposed.cost < (cheapest?.cost ?? Infinity)) cheapest = proposed;
  }
  if (cheapest) return cheapest.mend;
  for (const surplus of concerned) {
    const mend = takeOut(build, surplus, finding);
    if (mend) return mend;
  }
  return undefined;
}

async function proposeAddition(
  catalogue: Catalogue,
  { parts, text }: StoredBuild,
  { kind, checks }: { kind: FitKind; checks: CheckBudget },
): Promise<Mend | undefined> {
  const chosen = await findAddition({ catalogue }, { parts, kind, budget: checks });
  return (
    chosen && {
      text: `Add the ${showName(chosen)} for ${formatMoney(chosen.price_cents)}`,
      to: makeRowPath(`${text},${chosen.id}`, kind),
    }
  );
}

async function proposeReplacement(
  catalogue: Catalogue,
  { parts, budget }: StoredBuild,
  { replaced, finding, checks }: Mending & { replaced: StoredBuildPart },
): Promise<{ mend: Mend; cost: Cents } | undefined> {
  const others = parts.filter((each) => each !== replaced);
  const { quantity, row } = replaced;
  const chosen = await findReplacement({ catalogue }, { replaced, others, finding, budget: checks });
  if (!chosen) return undefined;
  const entry = formatBuild([{ id: chosen.id, quantity, isOwned: false }], budget);
  const price = chosen.price_cents * quantity;
  const mend = {
    text: `Replace the ${showName(row)} by the ${showName(chosen)} for ${formatMoney(price)}`,
    to: makeRowPath([formatParts(others), entry].filter(Boolean).join(','), replaced.part.kind),
  };
  return { mend, cost: price - computePrice(replaced) };
}

/** Of what is there too often. */
function takeOut(
  { parts, budget }: StoredBuild,
  surplus: StoredBuildPart,
  finding: Finding,
): Mend | undefined {
  const rest = parts.flatMap((each) => {
    if (each !== surplus) return each;
    return each.quantity > 1 ? { ...each, quantity: 1 } : [];
  });
  const isStillThere = rest.some(({ part }) => part.kind === surplus.part.kind);
  if (!isStillThere || hasProblem(sortBuild(rest), finding)) return undefined;
  const word = surplus.quantity > 1 ? 'Keep one' : 'Take out the';
  return {
    text: `${word} ${showName(surplus.row)}`,
    to: makeRowPath(formatParts(rest, budget), surplus.part.kind),
  };
}
