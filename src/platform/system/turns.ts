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
  const running: Requester[] = [];
  /** Of the latest work of each person that has begun or waits: what they ask for next comes after it. */
  const lastTurns = new Map<string, number>();
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
    if (running.some((other) => other.id === id)) return false;
    return rank === 1 || running.filter((other) => other.rank === 2).length < Math.max(1, places - 1);
  }

  function beginNext(): void {
    const [next] = waiting
      .filter(({ requester }) => mayBegin(requester))
      .sort((one, other) => one.requester.rank - other.requester.rank || one.turn - other.turn);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next.requester);
    currentTurn = Math.max(currentTurn, next.turn);
    for (const [id, turn] of lastTurns) if (turn < currentTurn) lastTurns.delete(id);
    next.begin();
  }

  return {
    /** Runs the work in its turn. Undefined: too much is waiting already. */
    async enter<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result | undefined> {
      if (!mayWait(requester)) return undefined;
      const turn = Math.max(currentTurn, (lastTurns.get(requester.id) ?? -1) + 1);
      lastTurns.set(requester.id, turn);
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      waiting.push({ requester, turn, begin });
      beginNext();
      await begun;
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(requester), 1);
        beginNext();
      }
    },
  };
}
