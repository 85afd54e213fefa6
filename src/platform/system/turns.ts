/** Turns for work that only so much of runs at a time, fair among those who ask for it. */

/** `rank` 0: is never limited; 1; 2: leaves a place to the others. */
export type Requester = { id: string; rank: 0 | 1 | 2 };

type TurnLimits = {
  places: number;
  /** What a person may have waiting, and all of rank 1 and 2 together; each holds its input in memory. */
  maxWaitingOfPerson: number;
  maxWaiting: number;
};

export function makeTurns({ places, maxWaitingOfPerson, maxWaiting }: TurnLimits) {
  const waiting: { requester: Requester; turn: number; begin: () => void }[] = [];
  const running: typeof waiting = [];
  let currentTurn = 0;

  function mayWait({ id, rank }: Requester): boolean {
    if (rank === 0) return true;
    const limited = waiting.filter(({ requester }) => requester.rank > 0);
    const own = limited.filter(({ requester }) => requester.id === id);
    return limited.length < maxWaiting && own.length < maxWaitingOfPerson;
  }

  function mayBegin({ id, rank }: Requester): boolean {
    if (running.length >= places) return false;
    if (rank === 0) return true;
    if (running.some(({ requester }) => requester.id === id)) return false;
    const strangers = running.filter(({ requester }) => requester.rank === 2);
    return rank === 1 || strangers.length < Math.max(1, places - 1);
  }

  function beginNext(): void {
    const [next] = waiting
      .filter(({ requester }) => mayBegin(requester))
      .sort((one, other) => one.requester.rank - other.requester.rank || one.turn - other.turn);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next);
    currentTurn = Math.max(currentTurn, next.turn);
    next.begin();
  }

  return {
    /** Runs the work in its turn. Undefined: too much is waiting already. */
    async enter<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result | undefined> {
      if (!mayWait(requester)) return undefined;
      // after what the same person has waiting or running
      const own = [...waiting, ...running].filter((other) => other.requester.id === requester.id);
      const turn = Math.max(currentTurn, ...own.map((other) => other.turn + 1));
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const entry = { requester, turn, begin };
      waiting.push(entry);
      beginNext();
      await begun;
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(entry), 1);
        beginNext();
      }
    },
  };
}
