/** Runs histories of one seed after the other, and shortens those with a finding. */
import { makePlan, type Plan, type Step } from './plan.ts';
import { type HistoryDatabase, type Result, runPlan } from './run-seed.ts';

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

type Shrunk = { plan: Plan; result: Result };

const maxRuns = 300;

export async function shrink(database: HistoryDatabase, plan: Plan, result: Result): Promise<Shrunk> {
  let best: Shrunk = { plan: { ...plan, faults: result.faults }, result };
  let runs = 0;
  async function accept(smaller: Plan): Promise<boolean> {
    if (runs >= maxRuns) return false;
    runs += 1;
    const shorter = await runPlan(database, smaller);
    if (shorter.findings.length === 0) return false;
    best = { plan: smaller, result: shorter };
    return true;
  }

  for (let size = 0; size !== countParts(best.plan) && runs < maxRuns; ) {
    size = countParts(best.plan);
    for (let part = size - 1; part >= 0; part -= 1) {
      const smaller = leaveOut(best.plan, part);
      if (smaller) await accept(smaller);
    }
  }
  return best;
}

function countParts({ actors, faults }: Plan): number {
  return actors.length + actors.reduce((sum, { steps }) => sum + steps.length, 0) + (faults?.size ?? 0);
}

/** The parts are numbered: first actors, then their steps, then faults. */
function leaveOut(plan: Plan, part: number): Plan | undefined {
  let number = part;
  if (number < plan.actors.length)
    return { ...plan, actors: plan.actors.filter((_, index) => index !== number) };
  number -= plan.actors.length;
  for (const actor of plan.actors) {
    if (number < actor.steps.length) {
      // a step keeps its place, and with it the names of its choices
      if (actor.steps[number]?.do === 'nothing') return undefined;
      const steps = actor.steps.map((step, index) => (index === number ? { do: 'nothing' as const } : step));
      return { ...plan, actors: plan.actors.map((each) => (each === actor ? { ...actor, steps } : each)) };
    }
    number -= actor.steps.length;
  }
  const kept = [...(plan.faults ?? [])].filter((_, index) => index !== number);
  return { ...plan, faults: new Map(kept) };
}

const maxFindings = 10;

export function describeFinding({ plan, result }: Shrunk): string {
  const { findings, lines, faults } = result;
  const actors = plan.actors.flatMap(({ name, process, steps }) => {
    const wanted = steps.filter((step) => step.do !== 'nothing').map(describeStep);
    return wanted.length > 0 ? [`  ${name} (process ${process}): ${wanted.join('; ')}`] : [];
  });
  return [
    `Seed ${plan.seed}: repeat it with SIMULATE_SEED=${plan.seed}. Its shortest history found:`,
    ...findings.slice(0, maxFindings).map((finding) => `  ${finding}`),
    '',
    `  parts: ${plan.parts.map(({ stock, price }) => `${stock} for ${price}`).join(', ')}`,
    ...actors,
    ...[...faults].map(([turn, fault]) => `  ${fault} at ${turn}`),
    '',
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
}

function describeStep({ do: what, ...details }: Step): string {
  return [what, ...Object.entries(details).map(([name, value]) => `${name}=${value}`)].join(' ');
}
