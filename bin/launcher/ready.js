/** Installs packages and builds web pages, one start at a time and never while a shop uses them. */

import { canTakeNotes, inTurn, noteRunning, runningCommands } from './notes.js';
import { arePackagesReady, installPackages } from './packages.js';
import { arePagesReady, buildPages } from './pages.js';
import { root } from './project.js';
import { StartRefusal, saySentence, step } from './say.js';

/** @typedef {{ packages: import('./packages.js').PackageSet, pages: boolean }} Needs */

/**
 * Makes the folder ready and notes that the command runs; the returned function removes the note.
 * @param {string} command
 * @param {Needs} needs
 * @param {import('./say.js').Say} say
 * @returns {Promise<() => void>}
 */
export async function makeReady(command, needs, say) {
  if (!canTakeNotes()) {
    if (isReady(needs)) return () => {};
    throw new StartRefusal(
      `COMPACT has to install or build something first, but this user may not write into ${root}.`,
    );
  }
  return await inTurn(sayWaiting(say), async (alsoHeldBy) => {
    if (!arePackagesReady(needs.packages)) {
      refuseBelowRunning(runningCommands(), 'the packages have to be replaced');
      await installPackages(needs.packages, alsoHeldBy, say);
    }
    if (needs.pages && !arePagesReady()) await buildOrRefuse(alsoHeldBy, say);
    return noteRunning(command);
  });
}

/**
 * Builds the web pages if they have changed; returns the output of a failed build.
 * @returns {Promise<string | undefined>}
 */
export async function buildForChecks() {
  return await inTurn(sayWaiting(saySentence), async (alsoHeldBy) => {
    if (arePagesReady()) return undefined;
    refuseBelowRunning(runningShops(), 'the web pages have to be built anew');
    const outcome = await buildPages(alsoHeldBy);
    return outcome.code === 0 ? undefined : outcome.output;
  });
}

/** @param {import('./say.js').Say} say */
function sayWaiting(say) {
  return () => say('Another start is making this folder ready; waiting for it …');
}

/** @param {(pid: number) => void} onStart @param {import('./say.js').Say} say */
async function buildOrRefuse(onStart, say) {
  refuseBelowRunning(runningShops(), 'the web pages have to be built anew');
  const outcome = await step(say, 2, 'Building the web pages', () => buildPages(onStart));
  if (outcome.code !== 0)
    throw new StartRefusal(`${outcome.output.trim()}\nThe web pages could not be built; see above.`);
}

/** Only a started shop serves the built pages. */
function runningShops() {
  return runningCommands().filter((command) => command === 'start');
}

/** @param {string[]} commands @param {string} why */
function refuseBelowRunning(commands, why) {
  if (commands.length === 0) return;
  const typed =
    commands[0] === 'start' || commands[0] === 'test' ? `npm ${commands[0]}` : `npm run ${commands[0]}`;
  throw new StartRefusal(
    `A COMPACT of this folder is running ('${typed}') and ${why}; stop it first, then start again.`,
  );
}

/** @param {Needs} needs */
function isReady(needs) {
  return arePackagesReady(needs.packages) && (!needs.pages || arePagesReady());
}
