/** Runs the shop, and starts it again whenever it ends unexpectedly. */

import { pauseUnlessStopped, stopSignals } from './processes.js';
import { endedFromOutside, runChild } from './shop.js';

const stopTimeout = 15_000; // milliseconds; the shop itself ends by force before
const healthy = 10_000; // milliseconds open, after which the next pause is a short one again
const longestPause = 60_000; // milliseconds

/** The shop's own exit code for a start that it refuses in a sentence (src/server/main.ts). */
const refused = 78;

/**
 * Answers the shop's exit code once it has ended because it was asked to, or because its start was refused. A shop that
 * was open before is started again even so: its settings were right, and what it lacks may come back.
 * @param {string} main
 * @param {string[]} args
 * @param {import('./say.js').Say} say
 * @returns {Promise<number>}
 */
export async function supervise(main, args, say) {
  let hasBeenOpen = false;
  for (let pause = 0; ; ) {
    let openedAt = Number.POSITIVE_INFINITY;
    const onMessage = () => {
      openedAt = Date.now();
      hasBeenOpen = true;
    };
    const outcome = await runChild(main, args, { killAfter: stopTimeout, onMessage });
    // it may die of a wish to stop that comes before it has got to hear it; nothing runs then
    if (stopSignals.some((signal) => signal === outcome.signal)) return 0;
    if (outcome.isInterrupted) {
      if (outcome.signal) say(endedFromOutside(outcome), 'warn');
      return outcome.code;
    }
    if (outcome.code === 0 || (outcome.code === refused && !hasBeenOpen)) return outcome.code;
    pause = nextPause(pause, Date.now() - openedAt);
    const how = outcome.signal ?? `exit code ${outcome.code}`;
    say(`COMPACT ended unexpectedly (${how}); starting it again in ${pause / 1000} s.`, 'warn');
    if (!(await pauseUnlessStopped(pause))) return 0;
  }
}

/**
 * 1, 2, 4 … 60 seconds, from the beginning after a while of health.
 * @param {number} previous
 * @param {number} openFor
 */
export function nextPause(previous, openFor) {
  return openFor >= healthy ? 1000 : Math.min(previous * 2 || 1000, longestPause);
}
