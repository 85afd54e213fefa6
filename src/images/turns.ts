/** Lets so many do something at the same time; the others wait for their turn, first come, first served. */

export type Turns = <Done>(work: () => Promise<Done>) => Promise<Done>;

export function makeTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // the turn is handed on
      else free += 1;
    }
  };
}
