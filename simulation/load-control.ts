/** Pauses all clients between two actions for comparisons, and stops them. */

export type LoadControl = ReturnType<typeof makeLoadControl>;

/** Ends a client at the end of a run. */
export class LoadStopped extends Error {}

export function makeLoadControl() {
  let isStopped = false;
  let activeCount = 0;
  let resumed = Promise.withResolvers<void>();
  let idle: PromiseWithResolvers<void> | undefined;
  resumed.resolve();

  return {
    /** Runs one action; waits while the load is paused, and throws LoadStopped after the stop. */
    async act<Result>(action: () => Promise<Result>): Promise<Result> {
      await resumed.promise;
      if (isStopped) throw new LoadStopped();
      activeCount += 1;
      try {
        return await action();
      } finally {
        activeCount -= 1;
        if (activeCount === 0) idle?.resolve();
      }
    },
    /** Starts no new action, and resolves when none is running. */
    async pause() {
      resumed = Promise.withResolvers();
      idle = Promise.withResolvers();
      if (activeCount === 0) idle.resolve();
      await idle.promise;
    },
    resume: () => resumed.resolve(),
    stop() {
      isStopped = true;
      resumed.resolve();
    },
    isStopped: () => isStopped,
  };
}
