/** What people want to do in a history: chosen by the seed, and data, so that parts of it can be left out. */
import { type Chance, chooseFrom, chooseNumber, makeChance } from './chance.ts';
import type { FaultPlan, FaultRates } from './faults.ts';
import type { Card } from './provider.ts';

export type Line = { part: number; units: number };

/** What a buyer wants to have once. */
export type Intent = {
  id: string;
  buyer: number;
  lines: Line[];
  way: 'order' | 'purchase' | 'basket';
  /** Whether the buyer names the price that the page shows. */
  namesPrice: boolean;
};

export type Step =
  | { do: 'fill-basket'; intent: string }
  | { do: 'buy'; intent: string }
  | { do: 'pay'; intent: string; card: Card; returns: boolean }
  | { do: 'cancel'; intent: string; line: number }
  | { do: 'deliver'; intent: string; line: number }
  | { do: 'ship'; intent: string; line: number; despiteDispute: boolean }
  /** `share`: of the order's total; undefined: what is left. */
  | { do: 'refund'; intent: string; line: number; share: number | undefined; units: number }
  | { do: 'edit-stock'; part: number; by: number }
  | { do: 'edit-price'; part: number; by: number }
  | { do: 'dispute'; intent: string; isInquiry: boolean }
  | { do: 'close-dispute'; isWon: boolean }
  | { do: 'pay-at-provider'; intent: string; share: number }
  | { do: 'refund-at-provider'; intent: string; share: number }
  | { do: 'decide' | 'fail-refund' }
  | { do: 'event'; isRepeated: boolean }
  | { do: 'job' | 'sweep' | 'expire' | 'poll' | 'read' }
  | { do: 'wait'; seconds: number }
  /** In place of a step that was left out. */
  | { do: 'nothing' };

/** The steps of one kind. */
export type StepTo<Kind extends Step['do']> = Extract<Step, { do: Kind }>;

export type Actor = { name: string; process: number; steps: Step[] };

export type Plan = {
  seed: number;
  parts: { stock: number; price: number }[];
  buyers: { isConfirmed: boolean }[];
  /** 0: no limit. */
  unpaidOrdersPerPerson: number;
  intents: Intent[];
  actors: Actor[];
  rates: FaultRates;
  /** Of the refunds, so many are decided later. */
  slowRefunds: number;
  /** Instead of those of the seed. */
  faults?: FaultPlan;
};

export function makePlan(seed: number): Plan {
  const chance = makeChance(seed);
  const parts = repeat(chooseNumber(chance, 'parts', 1, 3), (index) => ({
    stock: chooseNumber(chance, `stock ${index}`, 1, 6),
    price: chooseNumber(chance, `price ${index}`, 60, 900),
  }));
  const buyers = repeat(chooseNumber(chance, 'buyers', 1, 2), (index) => ({
    isConfirmed: chance(`confirmed ${index}`) < 0.85,
  }));
  const intents = buyers.flatMap((_, buyer) => planIntents(chance, buyer, parts.length));
  const rate = chooseFrom(chance, 'fault rate', [0, 0, 0.004, 0.01, 0.03]);
  return {
    seed,
    parts,
    buyers,
    unpaidOrdersPerPerson: chooseFrom(chance, 'limit', [0, 0, 1, 3]),
    intents,
    actors: [
      ...buyers.flatMap((_, buyer) => planBuyer(chance, buyer, intents)),
      ...planAdministrator(chance, intents, parts.length),
      ...planBank(chance, intents),
      ...planShop(chance),
    ].map((actor) => ({ ...actor, process: chooseNumber(chance, `process ${actor.name}`, 1, 2) })),
    rates: {
      statements: rate,
      provider: chooseFrom(chance, 'provider faults', [0, 0.05, 0.2, 0.4]),
      waits: chooseFrom(chance, 'impatience', [0, 0, 0.1]),
    },
    slowRefunds: isPaidElsewhere(chance) ? 0 : chooseFrom(chance, 'slow refunds', [0, 0.3]),
  };
}

function repeat<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function planIntents(chance: Chance, buyer: number, parts: number): Intent[] {
  return repeat(chooseNumber(chance, `intents ${buyer}`, 1, 2), (index) => {
    const id = `intent-${buyer + 1}-${index + 1}`;
    const lines = repeat(Math.min(parts, chooseNumber(chance, `lines ${id}`, 1, 3)), (line) => ({
      part: (chooseNumber(chance, `part ${id}`, 0, parts - 1) + line) % parts,
      units: chooseNumber(chance, `units ${id} ${line}`, 1, 3),
    }));
    const way = chooseFrom(chance, `way ${id}`, ['order', 'purchase', 'basket'] as const);
    return {
      id,
      buyer,
      lines,
      way: canBe(way, { lines: lines.length, isFirst: index === 0 }) ? way : 'purchase',
      namesPrice: chance(`names price ${id}`) < 0.5,
    };
  });
}

/** Two purchases from one basket could not be told apart. */
function canBe(way: Intent['way'], { lines, isFirst }: { lines: number; isFirst: boolean }): boolean {
  return way === 'order' ? lines === 1 : way !== 'basket' || isFirst;
}

type PlannedActor = Omit<Actor, 'process'>;

/** One tab does everything; a second one does some of it at the same time. */
function planBuyer(chance: Chance, buyer: number, intents: Intent[]): PlannedActor[] {
  const own = intents.filter((intent) => intent.buyer === buyer);
  const first = own.flatMap(({ id, lines, way }): Step[] => {
    const steps: Step[] = way === 'basket' ? [{ do: 'fill-basket', intent: id }] : [];
    steps.push({ do: 'buy', intent: id });
    const line = chooseNumber(chance, `cancelled line ${id}`, 0, lines.length - 1);
    if (chance(`cancel first ${id}`) < 0.2) steps.push({ do: 'cancel', intent: id, line });
    if (chance(`pay ${id}`) < 0.85) steps.push(planPayment(chance, id, 'first'));
    if (chance(`pay again ${id}`) < 0.3) steps.push(planPayment(chance, id, 'again'));
    if (chance(`cancel ${id}`) < 0.15) steps.push({ do: 'cancel', intent: id, line });
    if (chance(`arrived ${id}`) < 0.1) steps.push({ do: 'deliver', intent: id, line });
    return steps;
  });
  const second = own.flatMap(({ id, lines }): Step[] => {
    const steps: Step[] = [];
    if (chance(`buy twice ${id}`) < 0.4) steps.push({ do: 'buy', intent: id });
    if (chance(`pay twice ${id}`) < 0.4) steps.push(planPayment(chance, id, 'second tab'));
    const line = chooseNumber(chance, `second line ${id}`, 0, lines.length - 1);
    if (chance(`cancel meanwhile ${id}`) < 0.3) steps.push({ do: 'cancel', intent: id, line });
    return steps;
  });
  const name = `buyer-${buyer + 1}`;
  const hasSecondTab = second.length > 0 && chance(`second tab ${buyer}`) < 0.7;
  return [{ name, steps: first }, ...(hasSecondTab ? [{ name: `${name}-tab-2`, steps: second }] : [])];
}

function planPayment(chance: Chance, intent: string, which: string): Step {
  const cards: Card[] = ['good', 'good', 'good', 'declined', 'slow'];
  const card = chooseFrom(chance, `card ${intent} ${which}`, cards);
  return { do: 'pay', intent, card, returns: chance(`returns ${intent} ${which}`) < 0.7 };
}

function planAdministrator(chance: Chance, intents: Intent[], parts: number): PlannedActor[] {
  const favorite = chooseFrom(chance, 'admin intent', intents);
  const steps = repeat(chooseNumber(chance, 'admin steps', 0, 4), (index): Step => {
    const name = `admin ${index}`;
    // several work at one order
    const isFavorite = chance(`${name} favorite`) < 0.6;
    const { id, lines } = isFavorite ? favorite : chooseFrom(chance, `${name} intent`, intents);
    const line = isFavorite ? 0 : chooseNumber(chance, `${name} line`, 0, lines.length - 1);
    const part = chooseNumber(chance, `${name} part`, 0, parts - 1);
    const roll = chance(`${name} does`);
    if (roll < 0.25) return { do: 'ship', intent: id, line, despiteDispute: chance(`${name} despite`) < 0.2 };
    if (roll < 0.7) {
      const share = chooseFrom(chance, `${name} share`, [undefined, 0.5, 0.5, 0.7, 1, 1.5]);
      return { do: 'refund', intent: id, line, share, units: chooseNumber(chance, `${name} units`, 0, 2) };
    }
    if (roll < 0.78) return { do: 'cancel', intent: id, line };
    const by = chooseNumber(chance, `${name} by`, 1, 4);
    return roll < 0.92 ? { do: 'edit-stock', part, by } : { do: 'edit-price', part, by };
  });
  const middle = chance('two administrators') < 0.6 ? Math.floor(steps.length / 2) : steps.length;
  return [
    { name: 'admin-1', steps: steps.slice(0, middle) },
    { name: 'admin-2', steps: steps.slice(middle) },
  ].filter((actor) => actor.steps.length > 0);
}

function planBank(chance: Chance, intents: Intent[]): PlannedActor[] {
  if (chance('bank') < 0.55) return [];
  const { id } = chooseFrom(chance, 'bank intent', intents);
  if (isPaidElsewhere(chance)) {
    const share = chooseFrom(chance, 'paid share', [0.5, 1, 1]);
    return [{ name: 'bank', steps: [{ do: 'pay-at-provider', intent: id, share }] }];
  }
  const steps: Step[] = [];
  if (chance('dispute') < 0.4) {
    steps.push({ do: 'dispute', intent: id, isInquiry: chance('inquiry') < 0.3 });
    if (chance('dispute closed') < 0.6) steps.push({ do: 'close-dispute', isWon: chance('won') < 0.5 });
  }
  if (chance('dashboard') < 0.35)
    steps.push({ do: 'refund-at-provider', intent: id, share: chooseFrom(chance, 'share', [0.3, 0.5, 1]) });
  if (chance('decided') < 0.5) steps.push({ do: 'decide' });
  if (chance('refund fails') < 0.35) steps.push({ do: 'fail-refund' });
  return steps.length > 0 ? [{ name: 'bank', steps }] : [];
}

/** Such money goes back whole; when it cannot, the owner is alerted, and people decide: no history has that. */
function isPaidElsewhere(chance: Chance): boolean {
  return chance('paid there') < 0.25;
}

/** The shop's own work: events, jobs and what is scheduled, in two processes. */
function planShop(chance: Chance): PlannedActor[] {
  return repeat(2, (worker) => {
    const name = `shop-${worker + 1}`;
    const steps = repeat(chooseNumber(chance, `${name} steps`, 1, 5), (index): Step => {
      const roll = chance(`${name} ${index} does`);
      if (roll < 0.35) return { do: 'event', isRepeated: chance(`${name} ${index} repeated`) < 0.25 };
      if (roll < 0.6) return { do: 'job' };
      if (roll < 0.7) return { do: 'sweep' };
      if (roll < 0.78) return { do: 'expire' };
      if (roll < 0.82) return { do: 'poll' };
      if (roll < 0.88) return { do: 'read' };
      return { do: 'wait', seconds: chooseFrom(chance, `${name} ${index} wait`, [5, 31, 40, 400, 90_000]) };
    });
    return { name, steps };
  });
}
