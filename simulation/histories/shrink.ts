/** Makes a history with a finding shorter: leaves out people, steps and faults while there still is a finding. */
import type { Plan } from './plan.ts';
import { type HistoryDatabase, type Result, runPlan } from './run-seed.ts';

export type Shrunk = { plan: Plan; result: Result };

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
