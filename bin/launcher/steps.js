/** Says the numbered lines of a first start, so that nobody wonders whether it hangs. */

const news = 15_000; // milliseconds between two signs of life

/**
 * The server prints the last two of the four: making the database, filling the shop.
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
  }, news);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
