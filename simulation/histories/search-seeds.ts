/** Runs histories of one seed after the other, and shortens those with a finding. */
import { describeFinding } from './describe-finding.ts';
import { makePlan } from './plan.ts';
import { type HistoryDatabase, runPlan } from './run-seed.ts';
import { shrink } from './shrink.ts';

/** What is wrong, as a text; undefined when all is well. */
export async function findProblem(
  database: HistoryDatabase,
  seed: number,
  { isShrunk = true } = {},
): Promise<string | undefined> {
  const plan = makePlan(seed);
  const result = await runPlan(database, plan);
  if (result.findings.length === 0) return undefined;
  if (!isShrunk) return result.findings[0];
  return describeFinding(await shrink(database, plan, result));
}

const maxSeed = 2 ** 31;

export function chooseSeed(): number {
  return Math.floor(Math.random() * maxSeed);
}
