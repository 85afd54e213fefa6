/** Closes what a start has opened, in reverse order, each step within a time limit. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/system/log.ts';

export type StopSequence = ReturnType<typeof makeStopSequence>;

type Limits = { totalMs: number; stepMs: number; lastMs: number };

/** The database, opened first, is closed last, with the rest of the time and at least `lastMs`. */
const defaultLimits: Limits = { totalMs: 14_000, stepMs: 3000, lastMs: 7500 };
const minStepMs = 100; // when earlier steps have used up the time

type Closing = { name: string; close: (limitMs: number) => Promise<unknown> };

export function makeStopSequence(log: Log, { totalMs, stepMs, lastMs }: Limits = defaultLimits) {
  const closings: Closing[] = [];
  const stopping = new AbortController();
  let stopped: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const deadline = Date.now() + totalMs;
    for (let closing = closings.pop(); closing; closing = closings.pop()) {
      const leftMs = deadline - Date.now();
      const limitMs = closings.length === 0 ? leftMs : Math.min(stepMs, leftMs - lastMs);
      await closeOne(closing, Math.max(limitMs, minStepMs), log);
    }
  }

  return {
    /** After the stop has begun it throws, and what is opened late is closed. */
    async open<Opened>(
      name: string,
      opening: Promise<Opened> | Opened,
      close: (opened: Opened, limitMs: number) => Promise<unknown> | unknown,
    ): Promise<Opened> {
      const opened = Promise.resolve(opening);
      closings.push({ name, close: (limitMs) => closeOpened(opened, (what) => close(what, limitMs)) });
      const answer = await opened;
      stopping.signal.throwIfAborted();
      return answer;
    },
    signal: stopping.signal,
    run() {
      stopping.abort();
      stopped ??= closeAll();
      return stopped;
    },
  };
}

async function closeOpened<Opened>(
  opening: Promise<Opened>,
  close: (opened: Opened) => Promise<unknown> | unknown,
): Promise<void> {
  const [result] = await Promise.allSettled([opening]);
  if (result.status === 'fulfilled') await close(result.value); // the start reports a failed opening
}

async function closeOne({ name, close }: Closing, limitMs: number, log: Log): Promise<void> {
  const late = Symbol('late');
  const timer = new AbortController();
  try {
    const end = await Promise.race([close(limitMs), sleep(limitMs, late, { signal: timer.signal })]);
    const seconds = Math.round(limitMs / 100) / 10;
    if (end === late) log(`Stopping: ${name} did not end within ${seconds} s and is left to itself.`, 'warn');
  } catch (error) {
    log(
      `Stopping: ${name} did not end well: ${error instanceof Error ? error.message : String(error)}`,
      'warn',
    );
  } finally {
    timer.abort();
  }
}
