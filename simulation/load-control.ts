/** Pauses all clients between two actions, so that what they were answered can be compared, and stops them. */

export type LoadControl = {
  /** Does one action; waits while the load is paused, and throws LoadStopped when it was stopped. */
  act<Result>(action: () => Promise<Result>): Promise<Result>;
  /** Lets no new action begin, and resolves when none is under way. */
  pause(): Promise<void>;
  resume(): void;
  stop(): void;
  isStopped(): boolean;
};

/** Ends a client because the run is over. */
export class LoadStopped extends Error {}

export function makeLoadControl(): LoadControl {
  let isStopped = false;
  let underWay = 0;
  let resumed = Promise.withResolvers<void>();
  let quiet: PromiseWithResolvers<void> | undefined;
  resumed.resolve();

  return {
    async act(action) {
      await resumed.promise;
      if (isStopped) throw new LoadStopped();
      underWay += 1;
      try {
        return await action();
      } finally {
        underWay -= 1;
        if (underWay === 0) quiet?.resolve();
      }
    },
    async pause() {
      resumed = Promise.withResolvers();
      quiet = Promise.withResolvers();
      if (underWay === 0) quiet.resolve();
      await quiet.promise;
    },
    resume: () => resumed.resolve(),
    stop() {
      isStopped = true;
      resumed.resolve();
    },
    isStopped: () => isStopped,
  };
}
