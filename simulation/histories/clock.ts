/** The clock of a history: it goes on with every turn, so that no two turns have the same time. */

export type Clock = { now(): Date; advance(ms: number): void };

/** A Monday morning. */
export const startOfHistory = Date.UTC(2027, 0, 4, 9);

export function makeClock(): Clock {
  let time = startOfHistory;
  return {
    now: () => new Date(time),
    advance(ms) {
      time += Math.max(1, Math.round(ms));
    },
  };
}
