/** Runs what decodes, draws or parses the bytes of strangers in processes of their own, which start when they are needed. */
import {
  type IsolatedProcess,
  startIsolatedProcess,
  type TaskLimits,
  type TaskOutcome,
} from '#platform/system/isolation/isolated-process.ts';

export type IsolatedWork = (...args: never[]) => Promise<unknown>;

/** Names a function of the program of the processes; only its type is known here. */
export type IsolatedTask<Work extends IsolatedWork> = TaskLimits & { name: string; work?: Work };

/** Not done: 'busy', too much is waiting; 'stopped', it took too much memory or time. */
export type IsolatedResult<Output> = { value: Output } | { undone: 'busy' | 'stopped' };

export type Isolation = ReturnType<typeof makeIsolation>;

export type IsolationSettings = {
  program: string;
  /** Gets a sentence for each process that was killed. */
  onStopped?: (sentence: string) => void;
  idleMs?: number;
};

/** One for a stranger, one that is left to the others. */
const places = 2;

export function makeIsolation({ program, onStopped, idleMs = 30_000 }: IsolationSettings) {
  const turns = makeTurns({ places, maxWaitingOfPerson: 8, maxWaiting: 100 });
  const working = new Set<IsolatedProcess>();
  const idle = new Map<IsolatedProcess, NodeJS.Timeout>();
  let isClosed = false;

  function take(): IsolatedProcess {
    for (const [process, timer] of idle) {
      clearTimeout(timer);
      idle.delete(process);
      if (process.isAlive()) return process;
    }
    return startIsolatedProcess(program);
  }

  function giveBack(process: IsolatedProcess): void {
    if (isClosed) process.kill('the shop stops');
    if (!process.isAlive()) return;
    const end = () => {
      idle.delete(process);
      process.kill('it is idle');
    };
    idle.set(process, setTimeout(end, idleMs).unref());
  }

  async function work(
    { name, ...limits }: TaskLimits & { name: string },
    args: unknown[],
  ): Promise<TaskOutcome> {
    if (isClosed) return { stopped: 'the shop stops' };
    const process = take();
    working.add(process);
    try {
      return await process.run({ name, args }, limits);
    } finally {
      working.delete(process);
      giveBack(process);
    }
  }

  return {
    /** Throws what the task throws. */
    async run<Work extends IsolatedWork>(
      task: IsolatedTask<Work>,
      args: Parameters<Work>,
      requester: Requester,
    ): Promise<IsolatedResult<Awaited<ReturnType<Work>>>> {
      const outcome = await turns.enter(requester, () => work(task, args));
      if (!outcome) return { undone: 'busy' };
      if ('value' in outcome) return { value: outcome.value as Awaited<ReturnType<Work>> };
      if ('error' in outcome) throw Object.assign(new Error(outcome.error.message), outcome.error);
      onStopped?.(`The process of ${task.name} was ended: ${outcome.stopped}.`);
      return { undone: isClosed ? 'busy' : 'stopped' };
    },
    close() {
      isClosed = true;
      for (const process of [...working, ...idle.keys()]) process.kill('the shop stops');
    },
  };
}

/** `rank` 0: is never limited; 1; 2: leaves a place to the others. */
export type Requester = { id: string; rank: 0 | 1 | 2 };

type TurnLimits = {
  places: number;
  /** What a person may have waiting, and all of rank 1 and 2 together; each holds its input in memory. */
  maxWaitingOfPerson: number;
  maxWaiting: number;
};

export function makeTurns({ places, maxWaitingOfPerson, maxWaiting }: TurnLimits) {
  const waiting: { requester: Requester; turn: number; begin: () => void }[] = [];
  const running: Requester[] = [];
  /** Of the latest work of each person that has begun or waits: what they ask for next comes after it. */
  const lastTurns = new Map<string, number>();
  let currentTurn = 0;

  function mayWait({ id, rank }: Requester): boolean {
    if (rank === 0) return true;
    const limited = waiting.filter(({ requester }) => requester.rank > 0);
    const own = limited.filter(({ requester }) => requester.id === id);
    return limited.length < maxWaiting && own.length < maxWaitingOfPerson;
  }

  function mayBegin({ id, rank }: Requester): boolean {
    if (running.length >= places) return false;
    if (rank === 0) return true;
    if (running.some((other) => other.id === id)) return false;
    return rank === 1 || running.filter((other) => other.rank === 2).length < Math.max(1, places - 1);
  }

  function beginNext(): void {
    const [next] = waiting
      .filter(({ requester }) => mayBegin(requester))
      .sort((one, other) => one.requester.rank - other.requester.rank || one.turn - other.turn);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next.requester);
    currentTurn = Math.max(currentTurn, next.turn);
    for (const [id, turn] of lastTurns) if (turn < currentTurn) lastTurns.delete(id);
    next.begin();
  }

  return {
    /** Runs the work in its turn. Undefined: too much is waiting already. */
    async enter<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result | undefined> {
      if (!mayWait(requester)) return undefined;
      const turn = Math.max(currentTurn, (lastTurns.get(requester.id) ?? -1) + 1);
      lastTurns.set(requester.id, turn);
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      waiting.push({ requester, turn, begin });
      beginNext();
      await begun;
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(requester), 1);
        beginNext();
      }
    },
  };
}
