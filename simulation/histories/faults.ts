/** What goes wrong, and when: chosen by the seed for each turn, or a given set, so that a history can be shrunk. */
import type { Chance } from './chance.ts';

const statementFaults = [
  /** The process ends before the statement, or after it, before the answer arrives. */
  'crash-before',
  'crash-after',
  /** Only the connection ends. */
  'cut-before',
  'cut-after',
] as const;
const providerFaults = [
  'crash-before',
  'crash-after',
  /** The provider never gets the request. */
  'request-lost',
  /** It does what it was asked for, and the answer gets lost. */
  'answer-lost',
] as const;
export type Fault = (typeof statementFaults)[number] | (typeof providerFaults)[number] | 'lock-timeout';

/** By the name of the turn. */
export type FaultPlan = ReadonlyMap<string, Fault>;

export type Faults = ReturnType<typeof makeFaults>;

export type FaultRates = { statements: number; provider: number; waits: number };

export function makeFaults(chance: Chance, rates: FaultRates, plan: FaultPlan | undefined) {
  const happened = new Map<string, Fault>();
  let isOver = false;
  function choose(turn: string, rate: number, kinds: readonly Fault[]): Fault | undefined {
    if (isOver) return undefined;
    const roll = chance(`fault ${turn}`);
    const seeded = roll < rate ? kinds[Math.floor((roll / rate) * kinds.length)] : undefined;
    const fault = plan ? plan.get(turn) : seeded;
    if (!fault || !kinds.includes(fault)) return undefined;
    happened.set(turn, fault);
    return fault;
  }
  return {
    ofStatement: (turn: string) => choose(turn, rates.statements, statementFaults),
    ofProvider: (turn: string) => choose(turn, rates.provider, providerFaults),
    /** A statement that waits too long for a lock is cancelled. */
    ofWait: (turn: string) => choose(`wait ${turn}`, rates.waits, ['lock-timeout']),
    /** From now on nothing goes wrong. */
    end() {
      isOver = true;
    },
    /** What has gone wrong. */
    happened,
  };
}
