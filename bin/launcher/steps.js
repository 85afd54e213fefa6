/** Prints the numbered steps of a first start and signs of progress. */

const progressIntervalMs = 15_000;

/**
 * The server prints the last two of the four steps: making the database, populating the shop.
 * @template T
 * @param {import('./say.js').Say} say
 * @param {number} number
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(say, number, what, work) {
  say(`${number}/4 ${what} …`);
  const begun = Date.now();
  const timer = setInterval(() => {
    say(`    … still at it after ${Math.round((Date.now() - begun) / 1000)} s`);
  }, progressIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
