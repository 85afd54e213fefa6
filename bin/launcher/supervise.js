/** Runs the shop and restarts it when it ends unexpectedly. */

import { pauseUnlessStopped, stopSignals } from './processes.js';
import { endedFromOutside, runChild } from './shop.js';

const healthyMs = 10_000; // after this time open, the pauses start over
const maxPauseMs = 60_000;

/**
 * Of the two halves for new objects, V8 lets each grow to 32 MB, and gives nothing back while the shop rests. It would collect the
 * whole heap when that has grown by a tenth or by twice, as it measures its own speed; so by once what is used.
 */
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=100', '--expose-gc'];

/** The shop's exit codes of a refused start (src/platform/system/startup-refusal.ts). */
const refusedExitCodes = [78, 75];

/**
 * Returns the shop's exit code after it was stopped or its start was refused. A refused restart is retried: the settings
 * were right before.
 * @param {string} main
 * @param {string[]} args
 * @param {import('./say.js').Say} say
 * @returns {Promise<number>}
 */
export async function supervise(main, args, say) {
  // the shop has ended by force before, and refuses an invalid delay
  const stopTimeoutMs = 15_000 + 1000 * (Number(process.env.STOP_DELAY_SECONDS) || 0);
  let hasBeenOpen = false;
  for (let pause = 0; ; ) {
    let openedAt = Number.POSITIVE_INFINITY;
    const onMessage = () => {
      openedAt = Date.now();
      hasBeenOpen = true;
      globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
    };
    const outcome = await runChild(main, args, { flags, killAfter: stopTimeoutMs, onMessage });
    // stopped by a signal before it listened to signals
    if (stopSignals.some((signal) => signal === outcome.signal)) return 0;
    if (outcome.isInterrupted) {
      if (outcome.signal) say(endedFromOutside(outcome), 'warn');
      return outcome.code;
    }
    if (outcome.code === 0 || (refusedExitCodes.includes(outcome.code) && !hasBeenOpen)) return outcome.code;
    pause = nextPause(pause, Date.now() - openedAt);
    const how = outcome.signal ?? `exit code ${outcome.code}`;
    say(`COMPACT ended unexpectedly (${how}); starting it again in ${pause / 1000} s.`, 'warn');
    if (!(await pauseUnlessStopped(pause))) return 0;
  }
}

/**
 * 1, 2, 4 … 60 seconds in milliseconds; starts over after `healthyMs`.
 * @param {number} previous
 * @param {number} openFor
 */
export function nextPause(previous, openFor) {
  return openFor >= healthyMs ? 1000 : Math.min(previous * 2 || 1000, maxPauseMs);
}
