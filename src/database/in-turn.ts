/** Work that takes turns. */

/** Lets at most so many pieces of work go on at once; the others wait in the order in which they came. */
export function inTurn(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running === most) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // in this one's place
      else running -= 1;
    }
  };
}
