/** Prints the numbered lines of a first start, so that nobody wonders whether it hangs. */

const news = 15_000; // milliseconds between two signs of life

/**
 * The server prints the last two of the four: making the database, filling the shop.
 * @template T
 * @param {number} number
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(number, what, work) {
  console.log(`${number}/4 ${what} …`);
  const begun = Date.now();
  const timer = setInterval(() => {
    console.log(`    … still at it after ${Math.round((Date.now() - begun) / 1000)} s`);
  }, news);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
