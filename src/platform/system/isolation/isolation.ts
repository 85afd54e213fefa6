/** Runs what decodes, draws or parses the bytes of strangers in processes of their own, which start when they are needed. */
import {
  type IsolatedProcess,
  startIsolatedProcess,
  type TaskLimits,
  type TaskOutcome,
} from '#platform/system/isolation/isolated-process.ts';
import { makeTurns, type Requester } from '#platform/system/turns.ts';

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
