/** Reads the ready builds for pages. */
import type { ReadyBuildView, ReadyChoiceView } from '#fit/components/ready-builds.tsx';
import { findReadyBuilds, type ReadyBuild } from '#fit/database/ready-builds.ts';
import {
  chooseWithin,
  describeReadyBuild,
  findSteps,
  makeReadyPath,
  nameReadyBuild,
  nameUse,
} from '#fit/rules/ready-builds.ts';
import { type Dollars, dollarsToCents, formatMoney } from '#kernel/money.ts';
import type { Database } from '#platform/database/connect.ts';

/** Where a visitor has stated no budget. */
const usualBudget: Dollars = 1_200;

/** Of each use the dearest within the budget. `partIds`: of which units the page shows something. */
export async function listReadyBuilds(
  db: Database,
  budget: Dollars = usualBudget,
): Promise<{ builds: ReadyBuildView[]; partIds: string[] }> {
  const all = await findReadyBuilds(db);
  return {
    builds: chooseWithin(all, dollarsToCents(budget)).map(showReadyBuild),
    partIds: all.flatMap(listPartIds),
  };
}

/** `text`: as addresses name its parts, with its price as the budget. Undefined when it cannot be had. */
export async function readReadyChoice(
  db: Database,
  id: string,
): Promise<{ text: string; choice: ReadyChoiceView } | undefined> {
  const all = await findReadyBuilds(db);
  const chosen = all.find((each) => each.id === id);
  if (!chosen) return undefined;
  const { cheaper, dearer } = findSteps(all, chosen);
  return {
    text: chosen.text,
    choice: {
      ...showReadyBuild(chosen),
      cheaper: cheaper && showReadyBuild(cheaper),
      dearer: dearer && showReadyBuild(dearer),
    },
  };
}

const listPartIds = ({ parts }: ReadyBuild) => parts.map(({ row }) => row.id);

function showReadyBuild({ id, recipe, parts, total, draw }: ReadyBuild): ReadyBuildView {
  return {
    label: nameUse(recipe.use),
    name: nameReadyBuild(recipe),
    description: describeReadyBuild(parts, recipe, draw.watts),
    total: formatMoney(total),
    to: makeReadyPath(id),
  };
}
