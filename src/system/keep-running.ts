/** Keeps a child process running: starts it again whenever it ends unasked, with growing pauses while it does so at once. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#system/log.ts';

/** `ended` resolves with how it ended ('SIGKILL', 'code 1'). */
export type ChildEnd = { ended: Promise<string> };

export type RestartedChild<Child> = {
  /** Starts nothing any more, and answers the child that was started last, which may have ended. */
  release(): Promise<Child | undefined>;
};

const healthyAfterMs = 10_000; // a child that lived so long did not end at once
const maxPauseMs = 60_000;

/**
 * Watches over a running child. `startAgain` has to end what it has begun and throw when its signal is aborted; what it
 * throws otherwise is logged and tried again.
 */
export function keepRunning<Child extends ChildEnd>(
  first: Child,
  { name, startAgain, log }: { name: string; startAgain: (signal: AbortSignal) => Promise<Child>; log: Log },
): RestartedChild<Child> {
  const releasing = new AbortController();
  const { signal } = releasing;
  const isReleased = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const watched = watch();

  async function watch(): Promise<Child | undefined> {
    let child: Child | undefined = first;
    for (let pauseMs: number | undefined; child; ) {
      const startedAt = Date.now();
      const end = await Promise.race([child.ended, isReleased]);
      if (signal.aborted) break;
      pauseMs = nextPauseMs(pauseMs, Date.now() - startedAt);
      log(`${name} ended unexpectedly (${end}); starting it again${formatPause(pauseMs)}.`, 'warn');
      child = await startUntilItRuns(pauseMs);
      if (child) log(`${name} runs again.`);
    }
    return child;
  }

  async function startUntilItRuns(firstPauseMs: number): Promise<Child | undefined> {
    for (let pauseMs = firstPauseMs; ; ) {
      try {
        await sleep(pauseMs, undefined, { signal, ref: false });
        return await startAgain(signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        pauseMs = nextPauseMs(pauseMs, 0);
        log(
          `${error instanceof Error ? error.message : String(error)} Trying again${formatPause(pauseMs)}.`,
          'warn',
        );
      }
    }
  }

  return {
    release: () => {
      releasing.abort();
      return watched;
    },
  };
}

/** At once the first time, then after 1, 2, 4 … 60 seconds, until a child has lived for a while. */
export function nextPauseMs(previousMs: number | undefined, livedMs: number): number {
  if (previousMs === undefined || livedMs >= healthyAfterMs) return 0;
  return Math.min(previousMs * 2 || 1000, maxPauseMs);
}

function formatPause(pauseMs: number): string {
  return pauseMs === 0 ? '' : ` in ${pauseMs / 1000} s`;
}
