/** Decides from the seed whose turn it is. One turn happens at a time; a statement that waits for a lock lets others go on. */
import { setImmediate as drainMicrotasks } from 'node:timers/promises';
import type { Chance, Clock } from './chance.ts';

/** What a request wants to do next. */
export type Turn = {
  request: Request;
  /** Of its choices. */
  name: string;
  happen(): Promise<'done' | 'waiting'>;
};

/** A statement that waits for a lock. */
export type LockWait = Pick<Turn, 'request' | 'name'> & {
  /** Of its server process. */
  pid: number;
  /** PostgreSQL has the statement. It has one at most: whom of several it would let go on first is chance. */
  isSent: boolean;
  /** 'done' when the lock was granted and all that follows has happened. */
  lookAgain(): Promise<'done' | 'waiting'>;
  isFor(other: LockWait): boolean;
  /** Ends it as the victim of a deadlock. */
  breakDeadlock(): Promise<void>;
};

type Condition = { name: string; isTrue: () => boolean; answer(is: boolean): void };

export type Scheduler = {
  chance: Chance;
  clock: Clock;
  turns: Turn[];
  waits: LockWait[];
  conditions: Condition[];
  /** Whoever waits for a lock may have got it. */
  isReleased: boolean;
};

export function makeScheduler(chance: Chance, clock: Clock): Scheduler {
  return { chance, clock, turns: [], waits: [], conditions: [], isReleased: false };
}

/** True once the condition holds; false when nothing else can happen before. */
export function waitUntil({ conditions }: Scheduler, name: string, isTrue: () => boolean): Promise<boolean> {
  return new Promise((answer) => void conditions.push({ name, isTrue, answer }));
}

/** Removes what the lost requests of a process wanted to do. */
export function dropLost(scheduler: Scheduler): void {
  const isKept = ({ request }: { request: Request }) => !request.isLost;
  scheduler.turns = scheduler.turns.filter(isKept);
  scheduler.waits = scheduler.waits.filter(isKept);
  scheduler.isReleased = true;
}

const maxTurns = 4000;

/** Until nobody has anything to do any more. Throws when that never comes. */
export async function runScheduler(scheduler: Scheduler): Promise<void> {
  for (let turn = 1; await goOn(scheduler); turn += 1)
    if (turn === maxTurns) throw new Error(`After ${maxTurns} turns it still goes on`);
}

/** False when nothing is left to do. */
async function goOn(scheduler: Scheduler): Promise<boolean> {
  await drainMicrotasks();
  await lookAtWaits(scheduler);
  const { turns, conditions, waits, chance, clock } = scheduler;
  const ready = conditions.filter(({ isTrue }) => isTrue());
  const next = findFirst(chance, [
    ...turns.map((turn) => ({ name: turn.name, turn })),
    ...ready.map((condition) => ({ name: `${condition.name} holds`, condition })),
  ]);
  if (!next) {
    const [hopeless] = conditions;
    if (hopeless) answer(scheduler, hopeless, false);
    else if (waits.length > 0) throw new Error(`Nobody can go on: ${waits.map(({ name }) => name).join()}`);
    return hopeless !== undefined;
  }
  clock.advance(1 + 20 * chance(`time ${next.name}`) ** 3);
  if ('condition' in next) answer(scheduler, next.condition, true);
  else {
    turns.splice(turns.indexOf(next.turn), 1);
    if ((await next.turn.happen()) === 'waiting') await breakDeadlocks(scheduler);
  }
  return true;
}

function findFirst<Item extends { name: string }>(chance: Chance, items: readonly Item[]): Item | undefined {
  const ranks = items.map(({ name }) => chance(`turn ${name}`));
  return items[ranks.indexOf(Math.min(...ranks))];
}

function answer(scheduler: Scheduler, condition: Condition, is: boolean): void {
  scheduler.conditions = scheduler.conditions.filter((each) => each !== condition);
  condition.answer(is);
}

/** In the order in which they began to wait. */
async function lookAtWaits(scheduler: Scheduler): Promise<void> {
  while (scheduler.isReleased) {
    scheduler.isReleased = false;
    for (const wait of [...scheduler.waits]) {
      if (!scheduler.waits.includes(wait) || (await wait.lookAgain()) === 'waiting') continue;
      scheduler.waits = scheduler.waits.filter((each) => each !== wait);
      scheduler.isReleased = true;
      await drainMicrotasks();
    }
  }
}

/** The seed chooses the victim; with PostgreSQL's own search it would depend on the time. */
async function breakDeadlocks(scheduler: Scheduler): Promise<void> {
  for (const wait of scheduler.waits) {
    const cycle = findCycle(wait, scheduler.waits);
    if (!cycle) continue;
    await findFirst(scheduler.chance, cycle)?.breakDeadlock();
    scheduler.isReleased = true;
    return;
  }
}

/** A way from one wait back to itself. */
function findCycle(
  start: LockWait,
  waits: readonly LockWait[],
  way: readonly LockWait[] = [start],
): LockWait[] | undefined {
  const last = way.at(-1);
  for (const next of waits.filter((each) => last?.isFor(each))) {
    if (next === start) return [...way];
    const cycle = way.includes(next) ? undefined : findCycle(start, waits, [...way, next]);
    if (cycle) return cycle;
  }
  return undefined;
}

export type Request = {
  /** Of its choices: actor, step and attempt. */
  name: string;
  /** Of the actor, for people. */
  actor: string;
  process: number;
  /** So many turns has it had; each has a name of its own. */
  turns: number;
  isUnderWay: boolean;
  /** True when its process is gone: nothing of it goes on. */
  isLost: boolean;
  /** Settles when its process crashes. */
  lost: Promise<'lost'>;
  lose(): void;
};

export function openRequest(fields: Pick<Request, 'name' | 'actor' | 'process'>): Request {
  const { promise, resolve } = Promise.withResolvers<'lost'>();
  const request: Request = {
    ...fields,
    turns: 0,
    isUnderWay: false,
    isLost: false,
    lost: promise,
    lose() {
      request.isLost = true;
      resolve('lost');
    },
  };
  return request;
}
