/** Keeps a child process running: restarts it after unexpected ends, with growing pauses. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/system/log.ts';

const healthyAfterMs = 10_000; // no pause after a child that ran that long
const maxPauseMs = 60_000;

/** `restart` must clean up and throw when its signal is aborted; other errors are logged and retried. */
export function keepRunning<Child extends { ended: Promise<string> }>(
  first: Child,
  { name, restart, log }: { name: string; restart: (signal: AbortSignal) => Promise<Child>; log: Log },
) {
  const releasing = new AbortController();
  const { signal } = releasing;
  const isReleased = once(signal, 'abort');
  const watched = watch();

  async function watch(): Promise<Child | undefined> {
    let child: Child | undefined = first;
    for (let pauseMs: number | undefined; child; ) {
      const startedAt = Date.now();
      const end = await Promise.race([child.ended, isReleased]);
      if (signal.aborted) break;
      pauseMs = computePauseMs(pauseMs, Date.now() - startedAt);
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
        return await restart(signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        pauseMs = computePauseMs(pauseMs, 0);
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

/** 0 the first time and after a healthy child, then 1, 2, 4 … 60 seconds. */
export function computePauseMs(previousMs: number | undefined, livedMs: number): number {
  if (previousMs === undefined || livedMs >= healthyAfterMs) return 0;
  return Math.min(previousMs * 2 || 1000, maxPauseMs);
}

function formatPause(pauseMs: number): string {
  return pauseMs === 0 ? '' : ` in ${pauseMs / 1000} s`;
}
