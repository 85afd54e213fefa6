/** Stops what a start has opened, the last first: each step within a limit, whatever fails or hangs before it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#system/log.ts';

export type StopSequence = {
  /**
   * Awaits what is being opened, and remembers how to close it and what to call it ('the job queue'). What is still being
   * opened when the stop begins is closed as soon as it is open; the start is then left by a throw.
   */
  open<Opened>(
    name: string,
    opening: Promise<Opened> | Opened,
    close: (opened: Opened, limitMs: number) => Promise<unknown> | unknown,
  ): Promise<Opened>;
  /** Aborted when the stop begins. */
  signal: AbortSignal;
  /** Closes everything, once, however often it is called; never throws, and lasts `totalMs` at most. */
  run(): Promise<void>;
};

type Limits = { totalMs: number; stepMs: number; lastMs: number };

/** What was opened first, the database, is closed last and takes all the time that is left, at least `lastMs`. */
const usualLimits: Limits = { totalMs: 14_000, stepMs: 3000, lastMs: 7500 };
const leastMs = 100; // for a step whose predecessors have used up the time

type Closing = { name: string; close: (limitMs: number) => Promise<unknown> };

/** `log` hears what did not close in time, or failed to. */
export function makeStopSequence(log: Log, { totalMs, stepMs, lastMs }: Limits = usualLimits): StopSequence {
  const closings: Closing[] = [];
  const stopping = new AbortController();
  let stopped: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const deadline = Date.now() + totalMs;
    for (let closing = closings.pop(); closing; closing = closings.pop()) {
      const leftMs = deadline - Date.now();
      const limitMs = closings.length === 0 ? leftMs : Math.min(stepMs, leftMs - lastMs);
      await closeOne(closing, Math.max(limitMs, leastMs), log);
    }
  }

  return {
    async open(name, opening, close) {
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
  if (result.status === 'fulfilled') await close(result.value); // of one that failed, the start has told
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
